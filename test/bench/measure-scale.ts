import { randomBytes } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Lifecycle } from '../../shared/async/lifecycle.ts';
import { createLogger } from '../../shared/observability/logger.ts';
import { startEmbeddedPostgres } from '../../shared/postgres/embedded/embedded-postgres.ts';
import { findPostmaster } from '../../shared/postgres/embedded/postmaster.ts';
import { startKafkaProcess } from '../support/kafka/process.ts';
import type { UnitCosts } from './scale.ts';
import { createBenchFolder } from './support/bench-folder.ts';
import { rounded } from './support/figures.ts';
import type { FilledGuild, FillJob } from './support/fill-hub.ts';
import { startPart } from './support/hub-process.ts';
import type { LoadJob, LoadResult } from './support/load.ts';
import { cpuOfFamily, cpuOfThreads, proportionalMegabytes } from './support/process-cpu.ts';
import { startWorker } from './support/worker.ts';

const accounts = 5_000;
const perSecond = 100;
const pollsPerSecond = 2;
const warmUpSeconds = 40;
const seconds = 60;

/** The costs of `scale.ts`, and what says how far to trust them. */
export interface MeasuredScale {
  readonly costs: UnitCosts;
  readonly load: { readonly before: readonly number[]; readonly after: readonly number[] };
  readonly seconds: number;
  readonly reports: LoadResult;
  readonly polls: LoadResult;
  /** Bytes for a report. */
  readonly kafka: { readonly bytes: number; readonly megabytes: number };
  /** MB of the PostgreSQL server with its cache. */
  readonly postgresMegabytes: number;
  readonly processMegabytes: Readonly<Record<'ingest' | 'projector' | 'query', number>>;
}

type PartMs = UnitCosts['report'];

/** CPU of each part. */
interface Used {
  readonly ms: PartMs;
  readonly elapsedMs: number;
}

/** Each part of the hub is a separate process, and there are two projectors. */
export async function measureScale(lifecycle: Lifecycle): Promise<MeasuredScale> {
  const before = loadavg();
  const { server, kafka, settings } = await startStores(lifecycle);
  const baseMegabytes = await measureEmptyQuery(lifecycle, settings);
  const filler = startWorker<FillJob, FilledGuild>(lifecycle, './fill-hub.ts');
  const dataDir = settings.DATA_DIR;
  const guild = await filler.run({ dataDir, settings, accounts, keys: 40, requestsPerMinute: 6_000 });
  await filler.stop();

  const ingest = await startPart(lifecycle, 'ingest', settings);
  const projectors = [1, 2].map(() => startPart(lifecycle, 'projector', settings));
  const query = await startPart(lifecycle, 'query', settings);
  const pids = (await Promise.all(projectors)).map(({ pid }) => pid);
  const during = cpuDuring(() => ({
    ingest: cpuOfThreads(ingest.pid),
    projector: pids.reduce((sum, pid) => sum + cpuOfThreads(pid), 0),
    query: cpuOfThreads(query.pid),
    postgres: cpuOfFamily(server.pid),
    kafka: cpuOfFamily(kafka.pid),
  }));
  const plugins = startWorker<LoadJob, LoadResult>(lifecycle, './load.ts');
  const poll = startWorker<LoadJob, LoadResult>(lifecycle, './load.ts');
  const { tokens, keys } = guild;
  const send = (duration: number) =>
    plugins.run({ kind: 'reports', port: ingest.port, tokens, perSecond, seconds: duration });
  const path = '/api/v1/snapshot';
  const ask = () =>
    poll.run({ kind: 'reads', port: query.port, path, keys, perSecond: pollsPerSecond, seconds, gzip: true });

  await send(warmUpSeconds);
  const bytesBefore = await folderBytes(kafka.folder);
  const [busy, reports] = await during(() => send(seconds));
  const bytes = (await folderBytes(kafka.folder)) - bytesBefore;
  const [polled, [polls, sent]] = await during(() => Promise.all([ask(), send(seconds)]));
  const processMegabytes = {
    ingest: rounded(proportionalMegabytes(ingest.pid)),
    projector: rounded(Math.max(...pids.map((pid) => proportionalMegabytes(pid)))),
    query: rounded(proportionalMegabytes(query.pid)),
  };
  const body = await fetch(`http://127.0.0.1:${query.port}${path}`, {
    headers: { authorization: `Bearer ${keys[0]}`, 'accept-encoding': 'identity' },
  });
  const bodyBytes = (await body.arrayBuffer()).byteLength;
  await pause(10_000);
  const [rest] = await during(() => pause(30_000));
  const ofPolls = polled.ms.query - (busy.ms.query / reports.answered) * sent.answered;
  return {
    costs: {
      ...costsOf(busy, rest, reports.answered),
      polledAccount: rounded(ofPolls / (polls.statuses[200] ?? 0) / accounts),
      baseMegabytes,
      accountKilobytes: rounded(((processMegabytes.query - baseMegabytes) * 1_024) / accounts),
      bodyKilobytes: rounded(bodyBytes / 1_024 / accounts),
    },
    load: { before, after: loadavg() },
    seconds: rounded(busy.elapsedMs / 1_000),
    reports,
    polls,
    kafka: {
      bytes: rounded(bytes / reports.answered),
      megabytes: rounded(proportionalMegabytes(kafka.pid)),
    },
    postgresMegabytes: rounded(proportionalMegabytes(server.pid, true)),
    processMegabytes,
  };
}

function cpuDuring(read: () => PartMs) {
  return async <Result>(work: () => Promise<Result>): Promise<[Used, Result]> => {
    const [from, startedAt] = [read(), performance.now()];
    const result = await work();
    const to = read();
    return [
      { ms: eachPart((part) => to[part] - from[part]), elapsedMs: performance.now() - startedAt },
      result,
    ];
  };
}

function costsOf(busy: Used, rest: Used, answered: number): Pick<UnitCosts, 'report' | 'idle'> {
  const idle = eachPart((part) => rest.ms[part] / rest.elapsedMs);
  return {
    report: eachPart((part) => rounded((busy.ms[part] - idle[part] * busy.elapsedMs) / answered)),
    idle: eachPart((part) => rounded(idle[part])),
  };
}

function eachPart(read: (part: keyof PartMs) => number): PartMs {
  return {
    ingest: read('ingest'),
    projector: read('projector'),
    query: read('query'),
    postgres: read('postgres'),
    kafka: read('kafka'),
  };
}

async function startStores(lifecycle: Lifecycle) {
  const broker = await startKafkaProcess({});
  lifecycle.onClose(broker.close);
  const dataDir = await createBenchFolder(lifecycle);
  const logger = createLogger({ name: 'bench', level: 'silent' });
  const postgres = await startEmbeddedPostgres({
    dataDir,
    logger,
    maxConnections: 200,
    onLost: () => {},
  });
  lifecycle.onClose(postgres.stop);
  const server = await findPostmaster(postgres.directory);
  const settings = {
    DATABASE_URL: postgres.url,
    DATA_DIR: await createBenchFolder(lifecycle),
    HUB_SECRET: randomBytes(32).toString('base64'),
    KAFKA_BROKERS: broker.brokers,
  };
  const kafka = { pid: await broker.pid(), folder: broker.folder };
  return { server: { pid: server?.pid ?? 0 }, kafka, settings };
}

/** @returns MB of a query process without accounts */
async function measureEmptyQuery(
  lifecycle: Lifecycle,
  settings: Readonly<Record<string, string>>,
): Promise<number> {
  const own = { ...settings, DATABASE_OWNER_URL: settings.DATABASE_URL ?? '' };
  const query = await startPart(lifecycle, 'query', own);
  await pause(5_000);
  const megabytes = rounded(proportionalMegabytes(query.pid));
  await query.stop();
  return megabytes;
}

/** The size of all Kafka log segments. */
async function folderBytes(folder: string): Promise<number> {
  const names = await readdir(folder, { recursive: true });
  const sizes = names
    .filter((name) => name.endsWith('.log'))
    .map((name) =>
      stat(join(folder, name)).then(
        ({ size }) => size,
        () => 0,
      ),
    );
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
