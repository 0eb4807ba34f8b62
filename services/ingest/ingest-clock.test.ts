import type { FastifyInstance } from 'fastify';
import { expect, it } from 'vitest';
import type { DirectoryKeeper } from '../../projections/access/directory/directory.ts';
import {
  evolveSessions,
  initialSessions,
  type PlaySessionsEvent,
} from '../../projections/play-sessions/fold.ts';
import type { Logger } from '../../shared/observability/logger.ts';
import { createIngestClock } from './ingest-clock.ts';
import { type HaBody, haFixture } from './plugins/ha-exporter/testing/ha-reports.ts';
import { openTestIngest } from './testing/open-test-ingest.ts';

const noon = Date.UTC(2026, 8, 14, 12);
const day = 24 * 60 * 60_000;

function clockOf(own: number, latest: number) {
  const warnings: unknown[] = [];
  const directory = { latestClock: () => latest } as DirectoryKeeper;
  const logger = { warn: (...said: unknown[]) => warnings.push(said) } as unknown as Logger;
  return { now: createIngestClock({ clock: () => own, directory, logger }), warnings };
}

it.each([
  ['its own where that agrees with the database', noon, noon - 3],
  ['its own where that is ahead by no more than an answer takes', noon, noon - 5_000],
  ['its own where that is behind', noon - day, noon],
  ['its own while nothing is known of the database', noon, Number.POSITIVE_INFINITY],
])('the time is %s', (_case, own, latest) => {
  const { now, warnings } = clockOf(own, latest);
  expect(now()).toBe(own);
  expect(warnings).toEqual([]);
});

it('the time is that of the database where the own is ahead, which is said once', () => {
  const { now, warnings } = clockOf(noon + day, noon);
  expect([now(), now()]).toEqual([noon, noon]);
  expect(warnings).toEqual([[{ ahead_ms: day }, expect.stringContaining('NTP')]]);
});

it('a report that a machine a day ahead took costs its account no session', async () => {
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

it('knows the database’s clock from the directory, which reads it with its copies', async () => {
  const ingest = await openTestIngest();
  const { now } = await ingest.database.one<{ now: Date }>({ text: 'select clock_timestamp() as now' });
  expect(Math.abs(ingest.directory.latestClock() - Number(now))).toBeLessThan(5_000);
});
