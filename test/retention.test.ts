import { randomBytes, randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { locationTrailProjection } from '../projections/location-trail/projection.ts';
import { dayMs, hourMs, minuteMs } from '../shared/domain/durations.ts';
import { newEvent } from '../shared/events/event.ts';
import { partitionOf } from '../shared/events/streams.ts';
import { positionReported } from '../shared/events/types/position-reported.ts';
import type { TimedEntry } from '../shared/log/event-log.ts';
import { maintainLog } from '../shared/log/postgres/maintenance/log-maintenance.ts';
import { openTestLog } from '../shared/projection/testing/open-test-log.ts';
import { drain, liveGeneration } from '../shared/projection/testing/step-projector.ts';
import { entryOf } from '../shared/projection/testing/xp-records.ts';
import { expireRows } from '../shared/projection/upkeep/expire-rows.ts';
import { campaign } from './support/campaign.ts';
import { patient } from './support/runner/patience.ts';

const days = 90;
const trailDays = 30;
const payloadHours = 72;
/** A hub deletes every few seconds, which is easier. */
const stepDays = 3;
/** Hours a day. A player reports once an hour. */
const hoursPlayed = 2;
const pointsOfHour = 30;
/** The points of a batch make as many rows as the largest batch of a live hub. */
const recordsOfBatch = 200;
const payloadBytes = 1_000;
/** By this day the first trails have expired, and the tables have had their largest size. */
const settledDay = 39;
/** A table may grow because its pages are filled in another order. */
const growthMax = 1.15;

const { runs: players, label } = campaign(500);
const tables = ['log.hub_location', 'log.hub_raw', 'location_trail_g1.point'] as const;

test(
  `trails and payloads of three months are deleted when they expire, and no table grows, ${label}`,
  async () => {
    const { database, journal } = await openTestLog('projections');
    const generation = await liveGeneration(database, locationTrailProjection);
    const begun = Date.now() - days * dayMs;
    const sizes: (readonly number[])[] = [];

    /** Limits use the database's clock, so they are longer by the difference. */
    async function deleteExpired(at: number): Promise<void> {
      const ahead = Date.now() - at;
      const retention = {
        rawPayloadMs: payloadHours * hourMs + ahead,
        locationMs: trailDays * dayMs + ahead,
        tileTrailMs: trailDays * dayMs + ahead,
        auditLogMs: 730 * dayMs + ahead,
      };
      const retentionMsBySetting = { LOCATION_RETENTION_DAYS: retention.locationMs };
      while ((await maintainLog(database, retention)).more);
      while ((await expireRows(database, [locationTrailProjection], retentionMsBySetting)) > 0);
      // Autovacuum ignores the simulated time. Vacuum keeps rows that an older snapshot may see.
      await expect.poll(snapshotsOfOthers, { timeout: 90_000 }).toBe(0);
      for (const table of tables) await database.run({ text: `vacuum ${table}` });
    }

    async function snapshotsOfOthers(): Promise<number> {
      const { others } = await database.one<{ others: number }>({
        text: `select count(*) as others from pg_stat_activity
             where datname = current_database() and coalesce(backend_xmin, backend_xid) is not null
                   and pid <> pg_backend_pid()`,
      });
      return others;
    }

    for (let day = 0; day < days; day += stepDays) {
      const reports = Array.from({ length: stepDays * hoursPlayed }, (_, index) => {
        const ofDay = begun + (day + Math.floor(index / hoursPlayed)) * dayMs;
        return reportsAt(ofDay + ((index % hoursPlayed) + 1) * hourMs);
      });
      await journal.log.import(reports.flat());
      await drain(database, journal, generation, { batchSize: () => recordsOfBatch });
      const evening = begun + (day + stepDays) * dayMs;
      await deleteExpired(evening);
      sizes.push(await sizesOf());
      if (day === settledDay || day === days - stepDays) await checkOldest(evening);
    }

    async function sizesOf(): Promise<number[]> {
      const rows = await database.many<{ bytes: number }>({
        text: 'select pg_total_relation_size(name::regclass) as bytes from unnest($1::text[]) as name',
        values: [tables],
      });
      return rows.map(({ bytes }) => bytes);
    }

    async function checkOldest(at: number): Promise<void> {
      const oldest = await database.one<Record<'trail' | 'raw' | 'point' | 'points', number>>({
        text: `select (select min(append_time) from log.hub_location) as trail,
                    (select min(append_time) from log.hub_raw) as raw,
                    (select min(at) from location_trail_g1.point) as point,
                    (select count(*) from location_trail_g1.point) as points`,
      });
      expect(at - oldest.trail).toBeLessThanOrEqual(trailDays * dayMs);
      expect(at - oldest.point).toBeLessThanOrEqual(trailDays * dayMs);
      expect(at - oldest.raw).toBeLessThanOrEqual(payloadHours * hourMs);
      // Nothing is deleted too early.
      expect(oldest.points).toBeGreaterThan((trailDays - 2) * players * hoursPlayed * pointsOfHour);
    }

    // Payloads fill and leave the end of a table in turn, so a single size is no measure.
    const settledStep = settledDay / stepDays;
    for (const [index, table] of tables.entries()) {
      const ofTable = sizes.map((each) => each[index] ?? 0);
      const untilSettled = Math.max(...ofTable.slice(0, settledStep + 1));
      expect(Math.max(...ofTable) / untilSettled, table).toBeLessThan(growthMax);
    }
  },
  patient(1_200_000),
);

/** Half an hour of trail, and a payload. */
function reportsAt(at: number): TimedEntry[] {
  return Array.from({ length: players }, (_, player) => `player-${player}`).flatMap((subject) => {
    const points = Array.from({ length: pointsOfHour }, (_, minute) => ({
      at: at - (pointsOfHour - minute) * minuteMs,
      x: 3_200 + minute,
      y: 3_200,
      plane: 0,
      world: 301,
      is_on_boat: null,
    }));
    const trail = entryOf(newEvent(positionReported, { subject, source: 'ha' }, { points }));
    const payload = {
      ...trail,
      stream: 'hub.raw',
      partition: partitionOf('hub.raw', subject),
      recordId: randomUUID(),
      type: 'payload-received',
      value: randomBytes(payloadBytes),
    } as const;
    return [trail, payload].map((entry) => ({ ...entry, appendTime: at }));
  });
}
