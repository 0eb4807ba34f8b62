import { parkedDecisions } from '../../projections/access/queries/parked-decisions.ts';
import { projections } from '../../projections/registry.ts';
import type { RecordedEvent } from '../../shared/events/event.ts';
import { type StreamName, streamDefinition, streamNames } from '../../shared/events/streams.ts';
import type { ReadPosition } from '../../shared/log/event-log.ts';
import type { Journal } from '../../shared/log/journal.ts';
import type { Database } from '../../shared/postgres/database.ts';
import { findLive, prepareGenerations } from '../../shared/projection/generations/generations.ts';
import type { GenerationTx, Projection } from '../../shared/projection/projection.ts';
import { rebuildGenerations } from '../../shared/projection/replay/rebuild/rebuild.ts';
import { fillReplayLog } from './fill-replay-log.ts';
import { openBenchLog } from './open-bench-log.ts';
import { cpuOf, cpuOfFamily, residentMegabytes } from './process-cpu.ts';
import { serveJobs } from './workers.ts';

/** A process of its own that fills a log on the embedded PostgreSQL and goes through it in three ways. */
export interface ReplayJob {
  readonly events: number;
}

/** The memory is this process's while it replays. */
export interface ReplayAnswer {
  readonly events: number;
  readonly parsing: Cost;
  readonly replay: Cost;
  /** Events a second. */
  readonly naive: number;
  readonly highestMegabytes: number;
}

export interface Cost {
  /** Events a second. */
  readonly perSecond: number;
  /** CPU of an event, of this process and of PostgreSQL, microseconds. */
  readonly nodeMicros: number;
  readonly postgresMicros: number;
}

/** As many as take a few seconds one by one. */
const naiveEvents = 4_000;
const readRecords = 10_000;
const sampleEveryMs = 100;

const closing: (() => Promise<void>)[] = [];
serveJobs<ReplayJob, ReplayAnswer>(replay, async () => {
  for (const close of closing.reverse()) await close();
});

async function replay({ events }: ReplayJob): Promise<ReplayAnswer> {
  const { database, journal, postgresPid } = await openBenchLog((close) => closing.push(close));
  await fillReplayLog(journal, 0, events);
  await database.run({ text: 'vacuum analyze' });
  await prepareGenerations(database, projections);
  const costOf = costsOf(events, postgresPid);
  const parsing = await costOf(() => parse(journal));
  let highestMegabytes = 0;
  const sampling = setInterval(() => {
    highestMegabytes = Math.max(highestMegabytes, Math.round(residentMegabytes(process.pid)));
  }, sampleEveryMs);
  const replayed = await costOf(() =>
    rebuildGenerations({ database, journal, decisions: parkedDecisions, projections }),
  );
  clearInterval(sampling);
  const naive = await projectOneByOne(database, journal);
  return { events, parsing, replay: replayed, naive, highestMegabytes };
}

function costsOf(events: number, postgresPid: number) {
  const cpu = () => [cpuOf(process.pid), cpuOfFamily(postgresPid)] as const;
  return async (work: () => Promise<unknown>): Promise<Cost> => {
    const startedAt = performance.now();
    const [nodeBefore, postgresBefore] = cpu();
    await work();
    const [nodeAfter, postgresAfter] = cpu();
    return {
      perSecond: Math.round((events * 1_000) / (performance.now() - startedAt)),
      nodeMicros: ((nodeAfter - nodeBefore) * 1_000) / events,
      postgresMicros: ((postgresAfter - postgresBefore) * 1_000) / events,
    };
  };
}

/** Reads and decodes every record, and does nothing with it. */
async function parse(journal: Journal): Promise<void> {
  for (const stream of streamNames) {
    let open = placesOf(stream);
    while (open.length > 0) {
      const pages = await journal.log.read(open, { maxRecords: readRecords, waitMs: 0 });
      await journal.decode(pages.flatMap(({ records }) => records));
      open = pages.flatMap(({ partition, records, reachedEnd }) =>
        reachedEnd ? [] : [{ stream, partition, offset: (records.at(-1)?.offset ?? 0) + 1 }],
      );
    }
  }
}

/**
 * The naive way: a transaction for each event, with the same folds, statements and checkpoints, into the live tables
 * with all their indexes. @returns events a second
 */
async function projectOneByOne(database: Database, journal: Journal): Promise<number> {
  let done = 0;
  let spentMs = 0;
  for (const projection of projections) {
    const events = await firstEvents(journal, projection, Math.ceil(naiveEvents / projections.length));
    const live = await findLive(database, projection.name);
    if (live === null) throw new Error(`${projection.name} is not live`);
    const startedAt = performance.now();
    for (const event of events) {
      await database.transaction((tx) => projectOne({ ...tx, schema: live.schema }, projection, event));
    }
    spentMs += performance.now() - startedAt;
    done += events.length;
  }
  return Math.round((done * 1_000) / spentMs);
}

async function firstEvents(
  { log, decode }: Journal,
  { streams, handles }: Projection,
  count: number,
): Promise<RecordedEvent[]> {
  const places = streams.flatMap((stream) => placesOf(stream));
  const pages = await log.read(places, { maxRecords: count, waitMs: 0 });
  const outcomes = await decode(pages.flatMap(({ records }) => records));
  return outcomes.flatMap((outcome) =>
    outcome.kind === 'event' && handles.includes(outcome.event.type)
      ? [{ ...outcome.event, recordTime: 1 }]
      : [],
  );
}

async function projectOne(tx: GenerationTx, projection: Projection, event: RecordedEvent): Promise<void> {
  await tx.run({
    text: `update projection.checkpoint
           set next_offset = next_offset + 1
           where projection = $1 and generation = 1 and stream = $2 and partition = $3`,
    values: [projection.name, event.stream, event.partition],
  });
  const states = await projection.load(tx, [event], new Map());
  const key = projection.keyOf(event);
  const before = states.get(key) ?? projection.initial(key);
  const after = projection.evolve(before, event);
  if (after !== before) await projection.save(tx, new Map([[key, after]]));
}

function placesOf(stream: StreamName): ReadPosition[] {
  const { partitions } = streamDefinition(stream);
  return Array.from({ length: partitions }, (_, partition) => ({ stream, partition, offset: 0 }));
}
