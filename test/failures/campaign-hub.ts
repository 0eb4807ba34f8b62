import { randomBytes } from 'node:crypto';
import { expect, onTestFailed, onTestFinished } from 'vitest';
import { openDatabase } from '../../shared/postgres/open-database.ts';
import { runJson } from '../support/hub/command-line.ts';
import { createHubClient, type HubClient } from '../support/hub/hub-client.ts';
import { type ProcessOptions, temporaryDataDir } from '../support/hub/hub-process.ts';
import { type SupervisedPart, supervisePart } from '../support/hub/supervised-part.ts';
import type { Breakable } from '../support/kafka/breakable.ts';
import { startOwnBroker } from '../support/kafka/kafka.ts';
import type { BrokerKind } from '../support/kafka/kinds.ts';
import { startOwnPostgres } from '../support/postgres/own-server.ts';
import type { Victim } from './faults.ts';
import { createMishaps } from './mishaps.ts';

export interface CampaignHub {
  readonly options: ProcessOptions;
  readonly targets: Readonly<Record<Victim, readonly Breakable[]>>;
  readonly mishaps: ReturnType<typeof createMishaps>;
  readonly brokers: string;
  readonly parts: readonly SupervisedPart[];
  /** Sends each request to the next process of its kind, as a balancer does. */
  readonly client: HubClient;
  /** @param withinMs on an idle machine */
  untilWell(withinMs: number): Promise<void>;
  /** @returns the document of the command */
  // biome-ignore lint/suspicious/noExplicitAny: tests know the documents of commands
  command(text: string): Promise<any>;
}

const startsWithinMs = 180_000;

export async function openCampaignHub(kind: BrokerKind): Promise<CampaignHub> {
  const [broker, database] = await Promise.all([startOwnBroker(kind), startOwnPostgres()]);
  onTestFinished(database.close);
  const environment = {
    DATABASE_URL: database.url,
    KAFKA_BROKERS: broker.brokers,
    DATA_DIR: await temporaryDataDir(null),
    HUB_SECRET: randomBytes(32).toString('base64'),
    LOG_LEVEL: 'warn',
  };
  const clone = new URL('../..', import.meta.url).pathname.replace(/\/$/, '');
  const options = { clone, as: null, environment };
  const start = async (part: 'ingest' | 'projector' | 'query') => [
    await supervisePart(options, part),
    await supervisePart(options, part),
  ];
  const [ingest, projector, query] = [await start('ingest'), await start('projector'), await start('query')];
  const parts = [ingest, projector, query].flat();
  onTestFailed(() => {
    for (const part of parts) process.stderr.write(`${part.logged()}\n`);
  });
  const untilWell = (withinMs: number) =>
    expect.poll(() => unwell(parts), { timeout: withinMs, interval: 100 }).toEqual([]);
  await untilWell(startsWithinMs);
  const sessions = openDatabase({
    url: database.url,
    name: 'tests',
    maxConnections: 2,
    statementTimeoutMs: 30_000,
  });
  onTestFinished(sessions.close);
  const { brokers } = broker;
  return {
    options,
    targets: { ingest, projector, query, broker: [broker], database: [database] },
    mishaps: createMishaps({ database: sessions, brokers, hub: options }),
    brokers,
    parts,
    untilWell,
    client: balanced(clientsOf(ingest), clientsOf(query)),
    command: (text) => runJson(environment, text.split(' ')),
  };
}

/** Addresses of the processes that are not healthy. */
async function unwell(parts: readonly SupervisedPart[]): Promise<string[]> {
  const answers = await Promise.all(
    parts.map(({ url }) =>
      fetch(`${url}/api/health`, { signal: AbortSignal.timeout(2_000) }).catch(() => null),
    ),
  );
  return parts.flatMap(({ url }, index) => (answers[index]?.status === 200 ? [] : [url]));
}

function clientsOf(parts: readonly SupervisedPart[]): HubClient[] {
  return parts.map(({ url }) => createHubClient(url));
}

function balanced(ingests: readonly HubClient[], queries: readonly HubClient[]): HubClient {
  const [ingest, query] = [inTurn(ingests), inTurn(queries)];
  return {
    pairWith: (code) => ingest().pairWith(code),
    report: (token, report, headers) => ingest().report(token, report, headers),
    get: (path, options) => query().get(path, options),
    getUntil: (path, options) => query().getUntil(path, options),
  };
}

function inTurn<Each>(all: readonly Each[]): () => Each {
  let turn = 0;
  return () => {
    turn += 1;
    const next = all[turn % all.length];
    if (next === undefined) throw new Error('no such process');
    return next;
  };
}
