import { expect, test, vi } from 'vitest';
import { given, quill } from '../../../projections/access/testing/membership.ts';
import { xpHistoryProjection } from '../../../projections/xp-history/projection.ts';
import { reportedXp } from '../../../projections/xp-history/testing/reported-xp.ts';
import { liveGeneration } from '../../../shared/projection/testing/step-projector.ts';
import { inTime } from '../../../test/support/deadline.ts';
import { now } from '../testing/history-guild.ts';
import { openTestApi } from '../testing/open-test-api.ts';

const path = '/leaderboards/gains?period=year';
/** A statement that waits longer for a lock is given up, and its answer is a 503. */
const lockedForMs = 3_000;

async function openBlockedApi() {
  const api = await openTestApi({
    history: [
      reportedXp('a', now - 9_000_000, { Attack: 10 }),
      reportedXp('a', now - 3_600_000, { Attack: 60 }),
    ],
  });
  const { schema } = await liveGeneration(api.database, xpHistoryProjection);
  const blocking = await api.database.connect();
  const waiting = 'select from pg_stat_activity where pg_backend_pid() = any (pg_blocking_pids(pid))';
  return {
    ...api,
    block: async () => {
      await blocking.query(`begin; lock table ${schema}.skill`);
      const blockedAt = performance.now();
      return {
        blocked: () =>
          vi.waitUntil(async () => (await blocking.query(waiting)).rowCount, {
            timeout: 10_000,
            interval: 20,
          }),
        end: async () => {
          await blocking.end();
          expect(performance.now() - blockedAt, inTime).toBeLessThan(lockedForMs);
        },
      };
    },
  };
}

// rules/histories.md#large-answers
test('other requests still get the database while any number of leaderboards are read', {
  tags: ['deadline'],
}, async () => {
  const { key, get, block } = await openBlockedApi();
  const { blocked, end } = await block();
  const boards = Array.from({ length: 12 }, () => get(path, { key }));
  await blocked();
  const { status } = await get('/accounts/a/sessions', { key });
  await end();
  const answers = await Promise.all(boards);
  expect([status, ...answers.map((answer) => answer.status)]).toEqual(Array(13).fill(200));
  expect(answers[11]?.body.data.leaderboards[0].entries[0].gain).toBe(50);
});

test('a key that reads many accounts may read only a few leaderboards at once', {
  tags: ['deadline'],
}, async () => {
  const { key, appendMembership, makeKey, get, block } = await openBlockedApi();
  const ids = Array.from({ length: 520 }, (_, index) => `many${index}`);
  await appendMembership(
    ...ids.flatMap((id) => [given.identity(id, quill), given.description(id, `Name ${id}`)]),
  );
  const other = await makeKey(2);
  const { blocked, end } = await block();
  const refused: unknown[] = [];
  const ask = async (asking: string, index: number) => {
    // Requests for the same board share one answer.
    const { status, headers } = await get(`${path}&limit=${1 + index}`, { key: asking });
    if (status === 503) refused.push(headers['retry-after']);
    return status;
  };
  const boards = [key, key, key, key, key, other].map(ask);
  await vi.waitUntil(() => blocked().then(() => refused.length >= 2), { timeout: 10_000, interval: 20 });
  await end();
  const statuses = await Promise.all(boards);
  expect(refused).toEqual(['1', '1']);
  expect([statuses.slice(0, 5).sort(), statuses[5]]).toEqual([[200, 200, 200, 503, 503], 200]);
});
