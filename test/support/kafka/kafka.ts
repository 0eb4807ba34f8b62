import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import { atEnd } from '../at-end.ts';
import { type KafkaBroker, quickComeback } from './broker.ts';
import { type BrokerKind, startBroker } from './kinds.ts';
import type { KafkaAnswer, KafkaQuestion } from './server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    kafkaUrl: string;
  }
}

const inCi = process.env.CI === 'true';

/**
 * @returns null where no Kafka can be started: skip the suite then, and the end of the run names it
 * @throws in CI when Kafka is missing, unless a container was asked for
 */
export async function kafkaFor(suite: string, kind: BrokerKind | null = null): Promise<string | null> {
  return (await ask({ suite, own: false, kind }))?.brokers ?? null;
}

/** @returns the kind of broker that a suite can start and break; null as by `kafkaFor` */
export async function ownKafkaFor(suite: string): Promise<BrokerKind | null> {
  return (await ask({ suite, own: true, kind: null }))?.kind ?? null;
}

/** Whether a suite can start containers; otherwise as `kafkaFor`. */
export async function kafkaContainersFor(suite: string): Promise<boolean> {
  return (await ask({ suite, own: true, kind: 'container' })) !== null;
}

/** The broker ends with the test. */
export async function startOwnBroker(
  kind: BrokerKind | null,
  settings: Readonly<Record<string, string>> = {},
): Promise<KafkaBroker> {
  if (kind === null) throw new Error('no Kafka can be started for this test');
  const broker = await startBroker(kind, { ...quickComeback, ...settings });
  atEnd(() => broker.close());
  return broker;
}

export function uniquePrefix(): string {
  return `test_${randomBytes(6).toString('hex')}.`;
}

async function ask(question: KafkaQuestion): Promise<Exclude<KafkaAnswer, { missing: string }> | null> {
  const body = JSON.stringify(question);
  const response = await fetch(inject('kafkaUrl'), { method: 'POST', body });
  if (!response.ok) throw new Error(`the run's Kafka did not start: ${await response.text()}`);
  const answer = (await response.json()) as KafkaAnswer;
  if (!('missing' in answer)) return answer;
  if (inCi && question.kind !== 'container') throw new Error(`${question.suite}: ${answer.missing}`);
  return null;
}
