import { expect, test, vi } from 'vitest';
import { given, quill } from '../../../projections/access/testing/membership.ts';
import { accountStateProjection } from '../../../projections/account-state/projection.ts';
import { locationTrailProjection } from '../../../projections/location-trail/projection.ts';
import { createLogger } from '../../../shared/observability/logger.ts';
import { ask, askForHead } from '../testing/ask.ts';
import { openTestApi } from '../testing/open-test-api.ts';

const now = Date.UTC(2026, 8, 14, 18, 22);
const points = 20_000;
// Nothing is sent before three pages of 500 points are read.
const firstMinute = now / 60_000 - points;
const path = '/accounts/a/locations';
const codings = ['identity', 'gzip'] as const;

/** A read of point number `failing` raises `code`. */
async function openTrail(failing: number, code = '22012') {
  const lines: string[] = [];
  const logger = createLogger({ name: 'test', level: 'error' }, { write: (line) => void lines.push(line) });
  const projections = [accountStateProjection, locationTrailProjection];
  const api = await openTestApi({ clock: () => now, logger, projections, metricsToken: 'secret' });
  await api.appendMembership(
    given.member(quill, 'Quill'),
    given.identity('a', quill),
    given.description('a', 'Quillon Fen'),
  );
  await api.database.run({
    text: `insert into location_trail_g1.point (account_id, minute, at, x, y, plane)
           select 'a', minute, minute * 60000, 1, 2, 0
           from generate_series($1::bigint, $2::bigint) minute`,
    values: [firstMinute, firstMinute + points - 1],
  });
  for (const text of [
    `create function location_trail_g1.failing() returns integer stable language plpgsql as
     $$ begin raise exception 'secret detail' using errcode = '${code}'; end $$`,
    'alter table location_trail_g1.point rename to stored',
    `create view location_trail_g1.point as
     select account_id, minute, at, y, plane, world, is_on_boat,
       case when minute = ${firstMinute + failing} then location_trail_g1.failing() else x end as x
     from location_trail_g1.stored`,
  ]) {
    await api.database.run({ text });
  }
  const key = await api.makeKey(1);
  const counted = async (status: string) => {
    const { text } = await ask(api.port, '/metrics', { key: 'secret' });
    return text.includes(
      `hub_api_answer_seconds_count{operation="getAccountLocations",status="${status}"} 1`,
    );
  };
  return { ...api, key, lines, counted };
}

test.each([
  ['a bug', '22012', 'identity'],
  ['a bug', '22012', 'gzip'],
  ['a database that goes away', '57P01', 'identity'],
])(
  '%s in the middle of a long answer ends the answer early, and is logged once and counted (%s, %s)',
  async (_what, code, coding) => {
    const { port, key, lines, counted } = await openTrail(10_000, code);
    const response = await askForHead(port, `/api/v1${path}`, { key, coding });
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-encoding']).toBe(coding === 'gzip' ? 'gzip' : undefined);
    await expect(response.toArray()).rejects.toThrow('aborted');
    await vi.waitFor(() => expect(lines).toHaveLength(1), 15_000);
    const { msg, operation, problem } = JSON.parse(lines[0] ?? '{}');
    expect({ msg, operation, problem }).toMatchObject({
      msg: 'an answer was cut off by a failure',
      operation: 'getAccountLocations',
      problem: { code, message: 'secret detail', stack: expect.stringContaining('secret detail') },
    });
    expect(lines.join()).not.toContain(key);
    await vi.waitUntil(() => counted('cut_off'), 15_000);
  },
);

test.each(codings)(
  'a failure before the first byte is answered with a 500 and logged once (%s)',
  async (coding) => {
    const api = await openTrail(1_200);
    const { status, text, headers } = await api.get(path, {
      key: api.key,
      headers: { 'accept-encoding': coding },
    });
    expect(headers['content-encoding']).toBeUndefined();
    expect([status, text]).toEqual([500, '{"error":{"code":"internal_error","message":"Internal error."}}']);
    expect(api.lines.map((line) => JSON.parse(line).errorId)).toEqual([headers['x-error-id']]);
    expect([await api.counted('500'), await api.counted('cut_off')]).toEqual([true, false]);
  },
);

test.each(codings)('a client that goes away is not logged as a failure (%s)', async (coding) => {
  const { port, key, lines, counted } = await openTrail(points - 1);
  (await askForHead(port, `/api/v1${path}`, { key, coding })).destroy();
  await vi.waitUntil(() => counted('cut_off'), 15_000);
  expect(lines).toEqual([]);
});
