import { newEvent } from '../../../shared/events/event.ts';
import { feedEpochOpened } from '../../../shared/events/types/feed-epoch-opened.ts';
import type { LogRecord } from '../../../shared/log/event-log.ts';
import type { Journal } from '../../../shared/log/journal.ts';
import { readToEnd } from '../../../shared/log/reading/read-to-end.ts';
import type { Database } from '../../../shared/postgres/database.ts';
import { lockNumbers } from '../../../shared/postgres/lock-numbers.ts';
import { quoted } from '../../../shared/postgres/quoted-schema.ts';
import { createSql } from '../../../shared/postgres/sql-of-client.ts';
import { faultOfLog } from '../../../shared/projection/commit/guard-page.ts';
import { type Checkpoint, checkpointColumns } from '../../../shared/projection/commit/lease.ts';
import { eventFeedProjection } from '../projection.ts';
import { type FeedEpoch, sequenceOf } from '../sequence.ts';

/** A new epoch begins this far above the highest known sequence. A log never loses as many. */
const gap = 1_000_000;
const feed = { stream: 'hub.feed', partition: 0 } as const;

/**
 * Opens an epoch when the log of the feed lost its newest records. Later events then get sequences
 * above all that clients hold. Must run before anything is appended to `hub.feed`. May run again,
 * and in several processes.
 * @returns the first sequence of the epoch; null when there was no need
 */
export async function openFeedEpoch(database: Database, journal: Journal): Promise<number | null> {
  if (await isCurrent(database, journal)) {
    await journal.log.markInUse();
    return null;
  }
  return whileLocked(database, async () => {
    const restored = await journal.log.wasRestored();
    const built = await readBuilt(database);
    // Another process may have opened the epoch in the meantime.
    const opened =
      restored || (await hasLogLostRecords(built, journal))
        ? await open(database, journal, built, restored ? 0 : null)
        : null;
    await journal.log.markInUse();
    return opened;
  });
}

async function isCurrent(database: Database, journal: Journal): Promise<boolean> {
  return !(await journal.log.wasRestored()) && !(await hasLogLostRecords(await readBuilt(database), journal));
}

const lockTimeoutMs = 20_000;

/** All processes open the feed at the same moment after a failover. */
async function whileLocked<Result>(database: Database, work: () => Promise<Result>): Promise<Result> {
  const session = await database.connect(async (fresh) => {
    const sql = createSql(fresh);
    await sql.run({ text: `set lock_timeout = ${lockTimeoutMs}` });
    await sql.run({ text: 'select pg_advisory_lock($1)', values: [lockNumbers.feedEpoch] });
  });
  try {
    return await work();
  } finally {
    await session.end().catch(() => {});
  }
}

/**
 * Opens an epoch in a log that was filled from a backup. The tables know its epochs, so the log is
 * not read.
 */
export async function openEpochOfRestore(
  database: Database,
  journal: Journal,
  givenSequence: number,
): Promise<void> {
  const next = await readNextSequence(database, journal);
  const stored = await highestSequence(database, await readBuilt(database));
  await appendEpoch(journal, Math.max(stored, next - 1, givenSequence));
}

/**
 * A database that was restored with its log does not know the sequences since the dump. So a
 * restore always opens an epoch.
 * @param beginAbove a sequence; null lets the tables decide
 */
async function open(
  database: Database,
  journal: Journal,
  built: readonly Built[],
  beginAbove: number | null,
): Promise<number | null> {
  const next = sequenceOf(await endOf(journal), await readEpochs(journal));
  const stored = await highestSequence(database, built);
  if (beginAbove === null && next > stored) return null;
  return appendEpoch(journal, Math.max(stored, next - 1, beginAbove ?? 0));
}

async function appendEpoch(journal: Journal, highestKnown: number): Promise<number> {
  const end = await endOf(journal);
  const base = highestKnown + gap - end;
  await journal.append([newEvent(feedEpochOpened, { subject: 'hub', source: 'hub' }, { base })]);
  return base + end;
}

/** The next sequence of the feed, by the epochs that the tables know. */
export async function readNextSequence(database: Database, journal: Journal): Promise<number> {
  const end = await endOf(journal);
  const sequences = [sequenceOf(end, [])];
  for (const { schema_name } of await readBuilt(database)) {
    const epochs = await database.many<FeedEpoch>({
      text: `select first_offset, base from ${quoted(schema_name)}.feed_epoch order by first_offset`,
    });
    sequences.push(sequenceOf(end, epochs));
  }
  return Math.max(...sequences);
}

interface Built extends Checkpoint {
  readonly schema_name: string;
}

function readBuilt(database: Database): Promise<Built[]> {
  return database.many<Built>({
    text: `select g.schema_name, ${checkpointColumns}
           from projection.generation g
           join projection.checkpoint c using (projection, generation)
           where g.projection = $1 and g.state <> 'retired' and c.stream = $2`,
    values: [eventFeedProjection.name, feed.stream],
  });
}

/** Also true when the tables were built from other records than the log has. */
async function hasLogLostRecords(built: readonly Built[], journal: Journal): Promise<boolean> {
  const end = await endOf(journal);
  for (const checkpoint of built) {
    if (end < checkpoint.nextOffset) return true;
    if ((await faultOfLog(journal.log, { ...feed, checkpoint })) !== null) return true;
  }
  return false;
}

async function endOf({ log }: Journal): Promise<number> {
  const [ends] = await log.ends([feed.stream]);
  return ends?.end ?? 0;
}

async function highestSequence(database: Database, built: readonly Built[]): Promise<number> {
  let highest = 0;
  for (const { schema_name } of built) {
    const { seq } = await database.one<{ seq: number }>({
      text: `select coalesce(max(seq), 0) as seq from ${quoted(schema_name)}.event`,
    });
    highest = Math.max(highest, seq);
  }
  return highest;
}

/** Reads the whole stream: a log is restored once in years. */
async function readEpochs({ log, decode }: Journal): Promise<FeedEpoch[]> {
  const opening: LogRecord[] = [];
  await readToEnd(log, { ...feed, offset: 0 }, (record) => {
    if (record.type === feedEpochOpened.type) opening.push(record);
  });
  const outcomes = await decode(opening);
  return outcomes.flatMap((outcome) => {
    if (outcome.kind !== 'event') return [];
    const { base } = feedEpochOpened.schema.parse(outcome.event.data);
    return [{ first_offset: outcome.event.offset, base }];
  });
}
