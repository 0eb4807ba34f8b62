import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { TimedEvent } from '../../shared/log/journal.ts';
import {
  openTestProjection,
  type TestProjection,
} from '../../shared/projection/testing/open-test-projection.ts';
import { playSessionsProjection } from './projection.ts';
import { readPlayedDays } from './queries/read-played-days.ts';
import { readSessions } from './queries/read-sessions.ts';
import { endedAt, seenAt, timeoutMs } from './testing/activity.ts';

const minute = 60_000;
const hour = 60 * minute;
const start = Date.UTC(2026, 8, 14, 10);
const account = 'aB3xYz91kQw0';

const seen = (at: number, some?: Parameters<typeof seenAt>[2]) => seenAt(account, start + at, some);
const ended = (at: number, reason?: Parameters<typeof endedAt>[2]) => endedAt(account, start + at, reason);

test('keeps a session as it was played', async () => {
  const projection = await openProjection(
    seen(0, { world: 486 }),
    seen(minute, { world: 302 }),
    seen(2 * minute, { world: 486, special_world: true }),
    ended(3 * minute, 'disabled'),
  );
  expect(await sessions(projection)).toEqual([
    {
      account_id: account,
      id: '014109be0cbaea710718c838',
      started_at: start,
      last_seen_at: start + 2 * minute,
      ended_at: start + 3 * minute,
      end_reason: 'disabled',
      worlds: [486, 302],
      timeout_ms: timeoutMs,
    },
  ]);
});

test('serves sessions that overlap [from, to), newest first, and none for equal ends', async () => {
  const played = [0, 20, 40].flatMap((at) => [
    seen(at * minute, { timeout_ms: hour }),
    ended((at + 10) * minute),
  ]);
  const projection = await openProjection(...played);
  const within = async (from: number, to: number) =>
    (await starts(projection, { from, to })).map((at) => at / minute);
  expect(await within(0, hour)).toEqual([40, 20, 0]);
  expect(await within(10 * minute - 1, 20 * minute + 1)).toEqual([20, 0]);
  expect(await within(10 * minute, 20 * minute)).toEqual([]);
  expect(await within(25 * minute, 26 * minute)).toEqual([20]);
  expect(await within(25 * minute, 25 * minute)).toEqual([]);
  expect(await within(50 * minute, 10 * hour)).toEqual([]);
});

test('shows a session as open until its timeout, then as ended at its last message', async () => {
  const projection = await openProjection(seen(0), seen(minute));
  const last = start + minute;
  const open = { ended_at: null, end_reason: null, last_seen_at: last };
  const timedOut = { ended_at: last, end_reason: 'timeout' };
  const at = (judgedAt: number, from = 0) =>
    sessions(projection, { judgedAt: last + judgedAt, from, to: hour });
  expect(await at(timeoutMs)).toMatchObject([open]);
  expect(await at(timeoutMs + 1)).toMatchObject([timedOut]);
  // An open session also overlaps a range that begins 30 minutes later.
  expect(await at(timeoutMs, 30 * minute)).toMatchObject([open]);
  expect(await at(timeoutMs + 1, 30 * minute)).toEqual([]);
});

test('continues page by page', async () => {
  const projection = await openProjection(
    ...Array.from({ length: 7 }, (_, n) => [seen(n * minute), ended(n * minute + 1)]).flat(),
  );
  const first = await starts(projection, { limit: 4 });
  const next = await starts(projection, { limit: 4, startedBefore: start + (first.at(-1) ?? 0) });
  expect([...first, ...next].map((at) => at / minute)).toEqual([6, 5, 4, 3, 2, 1, 0]);
});

test('any activity gives sessions that do not overlap, in batches of any size', async () => {
  const step = fc.record({
    after: fc.oneof(fc.integer({ min: 0, max: 5 * minute }), fc.integer({ min: 0, max: 1_000 })),
    kind: fc.constantFrom('seen', 'seen', 'seen', 'seen late', 'out', 'out late', 'ended', 'ended late'),
    lateBy: fc.integer({ min: 0, max: 10 * minute }),
    // Ingest leaves out presence that comes more than 30 s late.
    overtakenBy: fc.integer({ min: 0, max: 30_000 }),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 1, maxLength: 60, size: 'max' }),
      fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 4 }),
      async (steps, batchSizes) => {
        let at = 0;
        const outOfGame: number[] = [];
        const events = steps.map(({ after, kind, lateBy, overtakenBy }) => {
          at += after;
          if (kind === 'ended late') return endedAt(account, start + at - lateBy, 'shutdown', start + at);
          const sentAt = start + at - (kind.endsWith('late') ? overtakenBy : 0);
          const inGame = kind.startsWith('seen');
          if (!inGame) outOfGame.push(sentAt);
          if (kind === 'ended') return endedAt(account, sentAt);
          return seenAt(account, sentAt, { in_game: inGame }, start + at);
        });
        const projection = await openProjection(...events);
        const played = (await sessions(projection, { to: 10 * hour, limit: 1_000 })).toReversed();
        for (const [index, session] of played.entries()) {
          const next = played[index + 1];
          if (next !== undefined) expect(session.ended_at).toBeLessThanOrEqual(next.started_at);
          expect(session.ended_at ?? session.last_seen_at).toBeGreaterThanOrEqual(session.last_seen_at);
          const during = outOfGame.some((sentAt) => {
            return sentAt >= session.started_at && sentAt <= (session.ended_at ?? 0);
          });
          if (session.end_reason === 'logout') expect(during).toBe(true);
        }
        expect(await projection.digestOfRebuild(batchSizes)).toBe(await projection.digest());
      },
    ),
    { numRuns: 3 },
  );
});

test('the played time of each day equals a computation over the sessions', async () => {
  const session = fc.record({
    after: fc.oneof(fc.integer({ min: 0, max: 40 * hour }), fc.constantFrom(0, hour)),
    length: fc.oneof(fc.integer({ min: 0, max: 60 * hour }), fc.constantFrom(0, hour)),
    isEnded: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(session, { minLength: 1, maxLength: 8 }),
      fc.array(fc.integer({ min: 0, max: 25 }), { minLength: 1, maxLength: 6 }),
      async (played, hours) => {
        let at = 0;
        const events = played.flatMap(({ after, length, isEnded }) => {
          const from = at + after;
          at = from + length + 3 * hour;
          const present = { timeout_ms: 2 * hour };
          const stays = Array.from({ length: Math.floor(length / hour) }, (_, n) => from + (n + 1) * hour);
          return [
            ...[from, ...stays].map((each) => seen(each, present)),
            ...(isEnded ? [ended(from + length)] : []),
          ];
        });
        const projection = await openProjection(...events);
        const starts = [5 * hour];
        for (const each of hours) starts.push((starts.at(-1) ?? 0) + each * hour);
        const all = await sessions(projection, { from: -1, to: 1_000 * hour });
        expect(all).toHaveLength(played.length);
        const days = starts.slice(0, -1).flatMap((from, index) => {
          const to = starts[index + 1] ?? from;
          const within = all
            .map(({ started_at, ended_at, last_seen_at }) => ({
              began: started_at - start,
              end: (ended_at ?? last_seen_at) - start,
            }))
            .filter(({ began, end }) => began < to && (end > from || began >= from));
          const playedMs = within.reduce(
            (sum, { began, end }) => sum + Math.min(end, to) - Math.max(began, from),
            0,
          );
          return from === to || within.length === 0
            ? []
            : [{ day: index + 1, sessions: within.length, playedMs }];
        });
        const asked = {
          schema: projection.live.schema,
          accountId: account,
          starts: starts.map((each) => start + each),
        };
        expect(await readPlayedDays(projection.database, asked)).toEqual(days);
      },
    ),
    { numRuns: 6 },
  );
});

const openProjection = (...events: TimedEvent[]) => openTestProjection(playSessionsProjection, ...events);

interface Asked {
  readonly from?: number;
  readonly to?: number;
  readonly judgedAt?: number;
  readonly startedBefore?: number | null;
  readonly limit?: number;
}

/** `from` and `to` relative to the start. */
async function sessions({ database, live }: TestProjection, asked: Asked = {}) {
  const { from = 0, to = hour, judgedAt = start, startedBefore = null, limit = 100 } = asked;
  const range = { from: start + from, to: start + to };
  const { schema } = live;
  return readSessions(database, { schema, accountId: account, ...range, judgedAt, startedBefore, limit });
}

async function starts(projection: TestProjection, asked: Asked): Promise<number[]> {
  return (await sessions(projection, asked)).map((session) => session.started_at - start);
}
