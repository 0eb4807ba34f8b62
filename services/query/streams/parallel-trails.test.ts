import { expect, test } from 'vitest';
import { given, quill } from '../../../projections/access/testing/membership.ts';
import { accountStateProjection } from '../../../projections/account-state/projection.ts';
import { locationTrailProjection } from '../../../projections/location-trail/projection.ts';
import { patient } from '../../../test/support/runner/patience.ts';
import { openTestApi } from '../testing/open-test-api.ts';

const now = Date.UTC(2026, 8, 14, 18, 22);
const weekMinutes = 7 * 24 * 60;
const accounts = Array.from({ length: 8 }, (_, index) => `a${index}`);
const keys = 4;
/** The answers usually take 90 MB, and 150 MB when each answer is built as a whole. */
const memoryMaxMb = 128;

/** The trail of each account is about 1.1 MB as JSON. */
async function openTrails() {
  const api = await openTestApi({
    clock: () => now,
    projections: [accountStateProjection, locationTrailProjection],
  });
  await api.appendMembership(given.member(quill, 'Quill'));
  for (const id of accounts)
    await api.appendMembership(given.identity(id, quill), given.description(id, `Player ${id}`));
  await api.database.run({
    text: `insert into location_trail_g1.point (account_id, minute, at, x, y, plane)
           select account, minute, minute * 60000, 3200, 3200, 0
           from unnest($1::text[]) account, generate_series($2::bigint, $3::bigint) minute`,
    values: [accounts, now / 60_000 - weekMinutes, now / 60_000 - 1],
  });
  return api;
}

// A known live map asks for eight trails in parallel, and pauses after a 503.
test('four keys read eight trails of a week each in parallel, without a 503', {
  timeout: patient(240_000),
}, async () => {
  const api = await openTrails();
  const readers = await Promise.all(Array.from({ length: keys }, (_, index) => api.makeKey(index + 1)));
  const before = process.memoryUsage().rss;
  let highest = before;
  const sampling = setInterval(() => {
    highest = Math.max(highest, process.memoryUsage().rss);
  }, 5);
  const from = new Date(now - weekMinutes * 60_000).toISOString();
  const answers = await Promise.all(
    readers.flatMap((key) =>
      accounts.map(async (id) => {
        const { status, text } = await api.get(`/locations?accounts=${id}&from=${from}`, { key });
        return { status, bytes: text.length };
      }),
    ),
  );
  clearInterval(sampling);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  const bytes = answers.reduce((sum, answer) => sum + answer.bytes, 0);
  expect(bytes / keys).toBeGreaterThan(8_000_000);
  // The texts that this test receives take memory in the same process.
  expect((highest - before - bytes) / 2 ** 20).toBeLessThan(memoryMaxMb);
});
