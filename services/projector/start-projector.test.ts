import { Registry } from 'prom-client';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createLifecycle } from '../../shared/async/lifecycle.ts';
import { newEvent } from '../../shared/events/event.ts';
import { positionReported } from '../../shared/events/types/position-reported.ts';
import { watchDatabaseCopy } from '../../shared/identity/watch-database-copy.ts';
import type { EventLog } from '../../shared/log/event-log.ts';
import type { Database } from '../../shared/postgres/database.ts';
import { findLive } from '../../shared/projection/generations/generations.ts';
import type { Projection } from '../../shared/projection/projection.ts';
import { eventually } from '../../shared/projection/testing/eventually.ts';
import { openTestLog, type TestLog } from '../../shared/projection/testing/open-test-log.ts';
import { tallyProjection } from '../../shared/projection/testing/tally-projection.ts';
import { entryOf, xp } from '../../shared/projection/testing/xp-records.ts';
import { dumpDatabase, restoreInPlace } from '../../test/support/postgres/dump.ts';
import { type ProjectorServiceOptions, startProjector } from './start-projector.ts';

const dayMs = 86_400_000;
const retentionMsBySetting = {
  XP_RAW_RETENTION_DAYS: 365 * dayMs,
  LOCATION_RETENTION_DAYS: 30 * dayMs,
  TILE_TRAIL_DAYS: 7 * dayMs,
  AUDIT_LOG_RETENTION_DAYS: 730 * dayMs,
};

async function start(
  log: TestLog,
  metrics: Registry,
  metricsServed: boolean,
  options: Partial<ProjectorServiceOptions> = {},
) {
  const projector = await startProjector({
    ...log,
    projections: [tallyProjection],
    retentionMsBySetting,
    metrics,
    metricsServed,
    ...options,
  });
  onTestFinished(() => projector.stop());
  return projector;
}

test('prepares, projects, maintains the log, and stops', async () => {
  const log = await openTestLog();
  const metrics = new Registry();
  const projector = await start(log, metrics, true);
  expect(await findLive(log.database, 'tally')).not.toBeNull();

  const expired = newEvent(positionReported, { subject: 'a', source: 'ha' }, { points: [] });
  await log.journal.log.import([{ ...entryOf(expired), appendTime: 1_000 }]);
  await log.journal.append([xp('a', 7)]);
  await eventually(async () => {
    const tally = await log.database.one({ text: 'select total from tally_g1.tally' });
    expect(tally).toEqual({ total: 7 });
  });
  await eventually(async () => {
    expect(await log.database.many({ text: 'select "offset" from log.hub_location' })).toEqual([]);
  });
  expect(await metrics.metrics()).toContain('projection_batch_records_sum{projection="tally"} 1');

  await projector.stop();
  expect(await log.database.many({ text: 'select 1 from projection.member' })).toEqual([]);
});

test('records read before the database became another copy are not projected into that copy', async () => {
  const log = await openTestLog();
  const { database, journal, logger } = log;
  const lifecycle = createLifecycle();
  onTestFinished(() => lifecycle.close());
  const onMoved = vi.fn();
  // Checks so rarely that only the commit can notice the change.
  const copyWatch = await watchDatabaseCopy({ database, logger, lifecycle, onMoved, everyMs: 600_000 });
  let dump: string | null = null;
  const read: EventLog['read'] = async (places, options) => {
    const pages = await journal.log.read(places, options);
    if (dump === null || pages.every(({ records }) => records.length === 0)) return pages;
    await restoreInPlace(database, dump);
    await endSessions(database);
    dump = null;
    return pages;
  };
  const late = { ...journal, log: { ...journal.log, read } };
  await start(log, new Registry(), false, { journal: late, copyWatch });
  const free = { text: 'select 1 from projection.checkpoint where owner is null' };
  await eventually(async () => expect(await database.many(free)).toEqual([]));

  // After this batch the projector has a checked session, which ends with the other sessions.
  await journal.append([xp('a', 3)]);
  const reports = { text: 'select reports from tally_g1.tally' };
  await eventually(async () => expect(await database.many(reports)).toEqual([{ reports: 1 }]));

  // Like a standby, the dump has the leases, but not the record.
  dump = await dumpDatabase(database);
  await journal.append([xp('a', 7)]);
  await eventually(() => expect(onMoved).toHaveBeenCalledOnce());
  expect(await database.many(reports)).toEqual([{ reports: 1 }]);
  const moved = { text: 'select next_offset from projection.checkpoint where next_offset > 0' };
  expect(await database.many(moved)).toEqual([{ next_offset: 1 }]);
});

/** Ends all sessions, because a session that stays is not checked again. */
async function endSessions(database: Database): Promise<void> {
  const session = await database.connect();
  await session.query(`select pg_terminate_backend(pid, 10000)
                       from pg_stat_activity
                       where datname = current_database() and pid <> pg_backend_pid()`);
  await session.end();
}

test('deletes expired rows repeatedly', async () => {
  const log = await openTestLog();
  const retention = { setting: 'XP_RAW_RETENTION_DAYS', table: 'tally', column: 'changed_at' };
  const projections = [{ ...tallyProjection, retention } as Projection];
  await start(log, new Registry(), false, { projections, expireEveryMs: 50 });
  for (const old of ['a', 'b']) {
    await log.database.run({
      text: `insert into tally_g1.tally (account_id, reports, total, history, last_offset, changed_at)
             values ($1, 1, 7, '', 0, $3), ($2, 1, 7, '', 0, $4)`,
      values: [old, `kept ${old}`, 1_000, Date.now()],
    });
    await eventually(async () => {
      const rows = await log.database.many({
        text: `select account_id from tally_g1.tally where account_id = $1`,
        values: [old],
      });
      expect(rows).toEqual([]);
    });
  }
  expect(await log.database.many({ text: 'select account_id from tally_g1.tally order by 1' })).toEqual([
    { account_id: 'kept a' },
    { account_id: 'kept b' },
  ]);
});

test.each([true, false])('measures generations only when metrics are served (%s)', async (metricsServed) => {
  const log = await openTestLog();
  const metrics = new Registry();
  await start(log, metrics, metricsServed);
  expect(metrics.getSingleMetric('projection_generations') !== undefined).toBe(metricsServed);
  // The size of each day is kept in both cases.
  await eventually(async () => {
    expect(await log.database.many({ text: 'select day from hub.database_size' })).toHaveLength(1);
  });
});
