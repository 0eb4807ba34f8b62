import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parkedDecisions } from '../../projections/access/queries/parked-decisions.ts';
import { eventFeedProjection } from '../../projections/event-feed/projection.ts';
import type { LogRecord } from '../../shared/log/event-log.ts';
import { openDataKeys } from '../../shared/log/sealing/data-keys.ts';
import { openValue } from '../../shared/log/sealing/sealing.ts';
import type { Database } from '../../shared/postgres/database.ts';
import { prepareGenerations } from '../../shared/projection/generations/generations.ts';
import { rebuildGenerations } from '../../shared/projection/replay/rebuild/rebuild.ts';
import { type BenchLog, openBenchLog } from './open-bench-log.ts';
import { cpuOfFamily } from './process-cpu.ts';
import { replayEvent } from './replay-log.ts';
import { serveJobs } from './workers.ts';

/** A process of its own that fills `hub.feed` and replays it. */
export interface SealingJob {
  readonly events: number;
  readonly rounds: number;
}

/** Of each round: CPU of a replay, PostgreSQL's with it, and of opening its records by itself; ms. */
export interface SealingAnswer {
  readonly rounds: readonly { readonly replayMs: number; readonly openingMs: number }[];
}

const appendedAtOnce = 5_000;
const readRecords = 10_000;
/** Of 20 events of a busy day one is a game event. */
const eventsPerGameEvent = 20;

const closing: (() => Promise<void>)[] = [];
serveJobs<SealingJob, SealingAnswer>(run, async () => {
  for (const close of closing.reverse()) await close();
});

async function run({ events, rounds }: SealingJob): Promise<SealingAnswer> {
  const bench = await openBenchLog((close) => closing.push(close));
  const { database, journal } = bench;
  await fill(bench, events);
  await database.run({ text: 'vacuum analyze' });
  await prepareGenerations(database, [eventFeedProjection]);
  const postgresPid = await findPostgres(database);
  const measured = [];
  for (let round = 0; round < rounds; round += 1) {
    const replay = () =>
      rebuildGenerations({
        database,
        journal,
        decisions: parkedDecisions,
        projections: [eventFeedProjection],
      });
    const replayMs = await cpuOf(replay, postgresPid);
    measured.push({ replayMs, openingMs: await openingOf(bench) });
  }
  return { rounds: measured };
}

async function fill({ journal }: BenchLog, events: number): Promise<void> {
  for (let from = 0; from < events; from += appendedAtOnce) {
    const numbers = Array.from(
      { length: Math.min(appendedAtOnce, events - from) },
      (_, index) => (from + index) * eventsPerGameEvent + eventsPerGameEvent - 1,
    );
    await journal.append(
      numbers.map((number) => replayEvent(number).event),
      { deadlineMs: 60_000 },
    );
  }
}

/** Finds the key of every record and opens it, page by page like a replay; reading the pages is not counted. */
async function openingOf({ journal, hubSecret }: BenchLog): Promise<number> {
  const { log } = journal;
  const dataKeys = openDataKeys({ log, hubSecret });
  let spentMs = 0;
  for (let offset = 0; ; ) {
    const place = { stream: 'hub.feed', partition: 0, offset } as const;
    const [page] = await log.read([place], { maxRecords: readRecords, waitMs: 0 });
    const records = page?.records ?? [];
    spentMs += await cpuOf(() => openAll(dataKeys, records), null);
    offset = (records.at(-1)?.offset ?? offset) + 1;
    if (page === undefined || page.reachedEnd) return spentMs;
  }
}

async function openAll(
  dataKeys: ReturnType<typeof openDataKeys>,
  records: readonly LogRecord[],
): Promise<void> {
  const keys = await dataKeys.openingKeys(new Set(records.flatMap(({ keyId }) => keyId ?? [])));
  for (const record of records) {
    const key = keys.get(record.keyId ?? '');
    if (record.value === null || key === undefined || key instanceof Error) throw new Error('not sealed');
    openValue(key, record, record.value);
  }
}

/** CPU of this process and of PostgreSQL, ms: what else the machine does counts in neither. */
async function cpuOf(work: () => Promise<unknown>, postgresPid: number | null): Promise<number> {
  const postgresBefore = postgresPid === null ? 0 : cpuOfFamily(postgresPid);
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  const postgresMs = postgresPid === null ? 0 : cpuOfFamily(postgresPid) - postgresBefore;
  return (user + system) / 1_000 + postgresMs;
}

async function findPostgres(database: Database): Promise<number> {
  const { directory } = await database.one<{ directory: string }>({
    text: `select current_setting('data_directory') as directory`,
  });
  const pidFile = await readFile(join(directory, 'postmaster.pid'), 'utf8');
  return Number(pidFile.split('\n')[0]);
}
