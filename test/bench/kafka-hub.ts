import { randomBytes } from 'node:crypto';
import { findKind, startBroker } from '../support/kafka/kinds.ts';
import { type HubTopics, type OnClose, openPartsHub, type PartsHub } from './parts-hub.ts';

/** A hub of separate processes on Kafka. */
export interface KafkaHub extends PartsHub, HubTopics {
  /** Null for a broker that was given. */
  readonly brokerPid: number | null;
}

/** @throws where no Kafka can be had */
export async function openKafkaHub(onClose: OnClose): Promise<KafkaHub> {
  const { brokers, brokerPid } = await findBrokers(onClose);
  const topics = { brokers, topicPrefix: `bench_${randomBytes(6).toString('hex')}.` };
  return { ...(await openPartsHub(onClose, topics)), ...topics, brokerPid };
}

/** The Kafka that is given, else one in a container, else a process. */
async function findBrokers(onClose: OnClose): Promise<Pick<KafkaHub, 'brokers' | 'brokerPid'>> {
  const given = process.env.KAFKA_BROKERS;
  if (given !== undefined && given !== '') return { brokers: given, brokerPid: null };
  const found = await findKind(['container', 'process']);
  if ('missing' in found) throw new Error(`no Kafka: ${found.missing}`);
  const broker = await startBroker(found.kind);
  onClose(broker.close);
  return { brokers: broker.brokers, brokerPid: await broker.pid() };
}
