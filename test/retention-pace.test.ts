import { expect, test } from 'vitest';
import { locationTrailProjection } from '../projections/location-trail/projection.ts';
import { expireEveryMs, maintainEveryMs } from '../services/projector/start-projector.ts';
import { dayMs, hourMs, minuteMs } from '../shared/domain/durations.ts';
import { compactedRecordsMax, expiredRecordsMax } from '../shared/log/postgres/maintenance/clear-stream.ts';
import { maintainLog, maintenanceBatchesMax } from '../shared/log/postgres/maintenance/log-maintenance.ts';
import { openTestLog } from '../shared/projection/testing/open-test-log.ts';
import { expireRows, rowsExpiry } from '../shared/projection/upkeep/expire-rows.ts';
import { entriesOf } from './support/log/log-entries.ts';
import { testRetention } from './support/log/retention.ts';

// A projector must delete fast enough at its own pace.

/** All play day and night, and report every 5 s: more than any guild does. */
const players = 500;
const reportsPerDay = (players * dayMs) / 5_000;
/** Twice the time of a batch of rows, see expire-rows.ts. */
const batchMs = 100;
const shareMax = 0.05;

test('a projector needs less than a twentieth of a day to delete the daily data of 500 players', () => {
  // The payload and the piece of the trail expire. The state is compacted.
  const batches = (2 * reportsPerDay) / expiredRecordsMax + reportsPerDay / compactedRecordsMax;
  const calls = Math.ceil(batches / maintenanceBatchesMax);
  expect(calls * maintainEveryMs + batches * batchMs).toBeLessThan(shareMax * dayMs);

  // A point a minute, and the xp of three skills every 5 minutes.
  const rows = players * (dayMs / minuteMs + (3 * dayMs) / (5 * minuteMs));
  const passes = Math.ceil(rows / rowsExpiry.rows);
  expect(passes * (expireEveryMs + rowsExpiry.batches * batchMs)).toBeLessThan(shareMax * dayMs);
});

test('one call deletes several batches when there is enough to delete', async () => {
  const { database, journal } = await openTestLog('projections');
  const records = expiredRecordsMax * 2 + 1;
  const appendTime = Date.now() - 100 * hourMs;
  await journal.log.import(entriesOf('hub.raw', 'a', records).map((entry) => ({ ...entry, appendTime })));
  expect(await maintainLog(database, testRetention)).toEqual({ deleted: records, more: false });

  const rows = (2 * rowsExpiry.rows) / rowsExpiry.batches + 1;
  await database.run({
    text: `insert into location_trail_g1.point (account_id, minute, at, x, y, plane)
           select 'a', n, n * 60000, 1, 1, 0 from generate_series(1, $1::int) as n`,
    values: [rows],
  });
  expect(await expireRows(database, [locationTrailProjection], { LOCATION_RETENTION_DAYS: 30 * dayMs })).toBe(
    rows,
  );
});
