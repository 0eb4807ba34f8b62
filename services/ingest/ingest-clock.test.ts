import type { FastifyInstance } from 'fastify';
import { expect, it } from 'vitest';
import type { DirectoryKeeper } from '../../projections/access/directory/directory.ts';
import {
  evolveSessions,
  initialSessions,
  type PlaySessionsEvent,
} from '../../projections/play-sessions/projection.ts';
import type { Logger } from '../../shared/observability/logger.ts';
import { createIngestClock } from './ingest-clock.ts';
import { type HaBody, haFixture } from './plugins/ha-exporter/testing/ha-reports.ts';
import { openTestIngest } from './testing/open-test-ingest.ts';

const noon = Date.UTC(2026, 8, 14, 12);
const day = 24 * 60 * 60_000;

function clockOf(own: number, latest: number) {
  const warnings: unknown[] = [];
  const directory = { latestClock: () => latest } as DirectoryKeeper;
  const logger = { warn: (...line: unknown[]) => warnings.push(line) } as unknown as Logger;
  return { now: createIngestClock({ clock: () => own, directory, logger }), warnings };
}

it.each([
  ['its own when it agrees with the database', noon, noon - 3],
  ['its own when it is ahead by at most the time of a database answer', noon, noon - 5_000],
  ['its own when it is behind', noon - day, noon],
  ['its own while the time of the database is unknown', noon, Number.POSITIVE_INFINITY],
])('the time is %s', (_case, own, latest) => {
  const { now, warnings } = clockOf(own, latest);
  expect(now()).toBe(own);
  expect(warnings).toEqual([]);
});

it('uses the time of the database when its own time is ahead, and warns once', () => {
  const { now, warnings } = clockOf(noon + day, noon);
  expect([now(), now()]).toEqual([noon, noon]);
  expect(warnings).toEqual([[{ ahead_ms: day }, expect.stringContaining('NTP')]]);
});

it('a report does not hide sessions of its account although the clock of the machine was a day ahead', async () => {
  const ingest = await openTestIngest();
  const token = await ingest.pair(await ingest.addMember('Quill'));
  const databaseNow = () => ingest.now;
  const ahead = ingest.openIngest({ clock: () => ingest.now + day, databaseNow });
  const right = ingest.openIngest();
  const send = async (app: FastifyInstance, change: HaBody = {}) => {
    const body = { ...haFixture('ha-snapshot'), timestamp: ingest.now, ...change };
    expect((await ingest.report(token, body, { app })).statusCode).toBe(200);
  };
  const startedAt = ingest.now;
  await send(ahead);
  ingest.now += 10_000;
  await send(ahead, { state: 'LOGIN_SCREEN' });
  ingest.now += 60_000;
  await send(right);

  const presence = (await ingest.read('hub.activity')).filter(({ type }) => type === 'account-seen');
  const { recent } = (presence as PlaySessionsEvent[]).reduce(evolveSessions, initialSessions());
  expect(recent.map(({ started_at, ended_at }) => [started_at, ended_at])).toEqual([
    [startedAt + 70_000, null],
    [startedAt, startedAt + 10_000],
  ]);
});

it('gets the time of the database with each copy of the directory', async () => {
  const ingest = await openTestIngest();
  const { now } = await ingest.database.one<{ now: Date }>({ text: 'select clock_timestamp() as now' });
  expect(Math.abs(ingest.directory.latestClock() - Number(now))).toBeLessThan(5_000);
});
