import { atEnd } from '../at-end.ts';
import { kafkaFor, uniquePrefix } from './kafka.ts';
import { deleteTopics } from './log.ts';

export interface HubLog {
  readonly log: string;
  readonly missing: boolean;
  /** Settings that put a test's hub on this log. */
  settings(): Record<string, string>;
}

/** @throws as `kafkaFor` */
export async function everyLog(suite: string): Promise<readonly HubLog[]> {
  const brokers = await kafkaFor(`${suite}, on Kafka`);
  return [
    { log: 'the log in the database', missing: false, settings: () => ({}) },
    { log: 'Kafka', missing: brokers === null, settings: () => onKafka(brokers ?? '') },
  ];
}

function onKafka(brokers: string): Record<string, string> {
  const prefix = uniquePrefix();
  atEnd(() => deleteTopics(brokers, prefix));
  return { KAFKA_BROKERS: brokers, KAFKA_TOPIC_PREFIX: prefix };
}
