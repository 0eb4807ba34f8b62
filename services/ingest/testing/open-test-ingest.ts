import { randomBytes, randomUUID } from 'node:crypto';
import fastify, { type FastifyInstance, type LightMyRequestResponse } from 'fastify';
import { Registry } from 'prom-client';
import { readCurrent } from '../../../projections/access/commands/append-and-wait.ts';
import { openFreePairingCode } from '../../../projections/access/commands/devices/open-pairing-code.ts';
import {
  type AccessCommandEvent,
  executeCommand,
} from '../../../projections/access/commands/execute-command.ts';
import { addMember } from '../../../projections/access/commands/members/add-member.ts';
import type { Directory, DirectoryKeeper } from '../../../projections/access/directory/directory.ts';
import { openDirectory } from '../../../projections/access/directory/open-directory.ts';
import { accessProjection } from '../../../projections/access/projection.ts';
import type { RecordedEvent } from '../../../shared/events/event.ts';
import { type StreamName, streamDefinition, streams } from '../../../shared/events/streams.ts';
import type { Journal } from '../../../shared/log/journal.ts';
import { runProjections } from '../../../shared/projection/run-projections.ts';
import { openTestLog, type TestLog } from '../../../shared/projection/testing/open-test-log.ts';
import { atEnd } from '../../../test/support/at-end.ts';
import { createAddressRepair } from '../http/plugin-addresses.ts';
import type { IngestDeps } from '../ingest-deps.ts';
import { ingestLimits } from '../ingest-limits.ts';
import type { Plugin } from '../plugin-adapter.ts';
import { registeredPlugins } from '../plugins/registered.ts';
import { registerIngest } from '../register-ingest.ts';
import { reportedTypes } from '../reported-types.ts';
import { readIngestSettings } from '../settings.ts';

/** Only the test moves the clock. */
export interface TestIngest extends TestLog {
  readonly directory: DirectoryKeeper;
  readonly metrics: Registry;
  readonly hubSecret: Buffer;
  /** Epoch ms. */
  now: number;
  /** Another process of the same hub, with its own memory. */
  openIngest(deps?: Partial<IngestDeps>, plugins?: readonly Plugin[]): FastifyInstance;
  runCommand(command: (directory: Directory) => AccessCommandEvent): Promise<void>;
  addMember(name: string): Promise<string>;
  createCode(memberId: string): Promise<string>;
  /** @returns the token of a new device */
  pair(memberId: string): Promise<string>;
  post(endpoint: 'pair' | 'events', options: PostOptions): Promise<LightMyRequestResponse>;
  report(token: string, body: unknown, options?: Partial<PostOptions>): Promise<LightMyRequestResponse>;
  /** In order of partition and offset. */
  read(stream: StreamName): Promise<Omit<RecordedEvent, 'recordTime'>[]>;
}

export const defaultLimits = ingestLimits(readIngestSettings({ DATABASE_URL: 'postgres://unused' }));

export interface PostOptions {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly app?: FastifyInstance;
  readonly remoteAddress?: string;
}

export async function openTestIngest(deps: Partial<IngestDeps> = {}): Promise<TestIngest> {
  const hub = await openHub();
  const commands = commandsOf(hub);

  function openIngest(more: Partial<IngestDeps> = {}, plugins?: readonly Plugin[]): FastifyInstance {
    const clock = () => ingest.now;
    return openIngestApp(hub, { clock, databaseNow: clock, ...deps, ...more }, plugins);
  }

  async function post(endpoint: 'pair' | 'events', options: PostOptions): Promise<LightMyRequestResponse> {
    const { body, headers = {}, app = usual, remoteAddress = '192.0.2.1' } = options;
    return app.inject({
      method: 'POST',
      url: `/api/osrs-data/${endpoint}`,
      remoteAddress,
      headers: sentHeaders(headers),
      payload: Buffer.isBuffer(body) || typeof body === 'string' ? body : JSON.stringify(body),
    });
  }

  const ingest: TestIngest = {
    ...hub,
    ...commands,
    metrics: new Registry(),
    now: Date.UTC(2026, 8, 14, 17, 0, 30),
    openIngest,
    post,
    pair: async (memberId) => {
      const answer = await post('pair', { body: { code: await commands.createCode(memberId) } });
      return answer.json().token;
    },
    report: (token, body, options = {}) =>
      post('events', { ...options, body, headers: { 'x-osrs-token': token, ...options.headers } }),
    read: async (stream) => readAll(hub, stream),
  };
  const usual = openIngest({ metrics: ingest.metrics });
  return ingest;
}

export function openIngestApp(
  hub: Pick<IngestDeps, 'journal' | 'database' | 'logger' | 'directory' | 'hubSecret'>,
  deps: Partial<IngestDeps> = {},
  plugins?: readonly Plugin[],
): FastifyInstance {
  const repairAddress = createAddressRepair(plugins ?? registeredPlugins);
  const app = fastify({ rewriteUrl: ({ url = '/' }) => repairAddress(url) });
  atEnd(() => app.close());
  const usual = {
    hubName: 'Fenwardens Hub',
    clock: Date.now,
    isSoleProcess: true,
    trustProxyHops: 0,
    limits: defaultLimits,
    keepsTiles: true,
    metrics: new Registry(),
    disk: null,
  };
  const all = { ...hub, ...usual, ...deps };
  registerIngest(app, { ...all, journal: limitedToReportedTypes(all.journal) }, plugins);
  return app;
}

/** With the rights of the database role of ingest. */
function limitedToReportedTypes(journal: Journal): Journal {
  const types = new Set(reportedTypes.map(({ type }) => type));
  return {
    ...journal,
    append: async (events, options) => {
      const other = events.find(({ type }) => !types.has(type));
      if (other !== undefined) throw new Error(`add ${other.type} to services/ingest/reported-types.ts`);
      return await journal.append(events, options);
    },
  };
}

async function openHub() {
  const log = await openTestLog('hub');
  const projector = runProjections({ ...log, projections: [accessProjection] });
  atEnd(() => projector.stop());
  const directory = openDirectory(log);
  atEnd(() => directory.close());
  await directory.atLeast(0, 10_000);
  return { ...log, directory, hubSecret: randomBytes(32) };
}

function commandsOf(
  hub: Awaited<ReturnType<typeof openHub>>,
): Pick<TestIngest, 'runCommand' | 'addMember' | 'createCode'> {
  async function runCommand(command: (directory: Directory) => AccessCommandEvent): Promise<void> {
    await executeCommand(hub, command(await readCurrent(hub)));
  }
  return {
    runCommand,
    addMember: async (name) => {
      const memberId = randomUUID();
      const input = { memberId, name, chatId: null, timeZone: 'UTC', actor: 'cli' } as const;
      await runCommand((known) => addMember(known, input));
      return memberId;
    },
    createCode: async (memberId) => (await openFreePairingCode(hub, memberId, 'cli')).code,
  };
}

function sentHeaders(given: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const headers = { 'content-type': 'application/json', 'x-osrs-exporter-version': '1.6.0', ...given };
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

async function readAll(
  { journal }: TestLog,
  stream: StreamName,
): Promise<Omit<RecordedEvent, 'recordTime'>[]> {
  const { partitions } = streamDefinition(stream);
  const places = Array.from({ length: partitions }, (_, partition) => ({ stream, partition, offset: 0 }));
  const pages = await journal.log.read(places, { maxRecords: 10_000, waitMs: 0 });
  const decoded = await journal.decode(pages.flatMap(({ records }) => records));
  return decoded.flatMap((record) => {
    if (record.kind === 'unreadable') throw record.error;
    return record.kind === 'event' ? [record.event] : [];
  });
}

export async function countRecords(ingest: TestIngest): Promise<Record<string, number>> {
  const counts = await Promise.all(
    (Object.keys(streams) as StreamName[]).map(
      async (stream) => [stream, (await ingest.read(stream)).length] as const,
    ),
  );
  return Object.fromEntries(counts.filter(([, count]) => count > 0));
}
