import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestProject } from 'vitest/node';
import type { KafkaBroker } from './broker.ts';
import { type BrokerKind, type FoundKind, findKind, startBroker } from './kinds.ts';

/** `brokers`: null for own brokers. `kind`: null for a given Kafka. `missing`: the reason. */
export type KafkaAnswer =
  | { readonly brokers: string | null; readonly kind: BrokerKind | null }
  | { readonly missing: string };

/** `own`: the suite starts its own brokers. `kind`: null for any kind. */
export interface KafkaQuestion {
  readonly suite: string;
  readonly own: boolean;
  readonly kind: BrokerKind | null;
}

/**
 * The given Kafka, else a container, else a process. Test files are separate processes, so the
 * first file that asks by HTTP starts Kafka.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const found = new Map<string, Promise<FoundKind>>();
  const started = new Map<BrokerKind, Promise<KafkaBroker>>();
  const notRun: string[] = [];

  async function answer({ suite, own, kind }: KafkaQuestion): Promise<KafkaAnswer> {
    const given = process.env.KAFKA_BROKERS;
    if (!own && kind === null && given !== undefined && given !== '') return { brokers: given, kind: null };
    const kinds: BrokerKind[] = kind === null ? ['container', 'process'] : [kind];
    const outcome = await remember(found, kinds.join(), () => findKind(kinds));
    if ('missing' in outcome) {
      notRun.push(`${suite} (${outcome.missing})`);
      return outcome;
    }
    if (own) return { brokers: null, kind: outcome.kind };
    const broker = await remember(started, outcome.kind, () => startBroker(outcome.kind));
    return { brokers: broker.brokers, kind: outcome.kind };
  }

  const server = await listen(answer);
  project.provide('kafkaUrl', `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  return async () => {
    server.close();
    server.closeAllConnections();
    for (const outcome of await Promise.allSettled(started.values())) {
      if (outcome.status === 'fulfilled') await outcome.value.close();
    }
    for (const suite of notRun) process.stderr.write(`Not run: ${suite}\n`);
  };
}

function remember<Key, Value>(known: Map<Key, Promise<Value>>, key: Key, make: () => Promise<Value>) {
  const value = known.get(key) ?? make();
  known.set(key, value);
  return value;
}

async function listen(answer: (question: KafkaQuestion) => Promise<KafkaAnswer>): Promise<Server> {
  const server = createServer(async (request, response) => {
    try {
      response.end(JSON.stringify(await answer(await readQuestion(request))));
    } catch (error) {
      response.statusCode = 500;
      response.end(String(error));
    }
  });
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', resolve);
  await promise;
  return server;
}

async function readQuestion(request: IncomingMessage): Promise<KafkaQuestion> {
  let text = '';
  for await (const chunk of request) text += chunk;
  return JSON.parse(text);
}
