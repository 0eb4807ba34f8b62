import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { given, quill } from '../../../projections/access/testing/membership.ts';
import { wholeReport } from '../../../projections/account-state/testing/report.ts';
import { checkAnswer } from '../testing/check-answer.ts';
import { openTestApi } from '../testing/open-test-api.ts';
import { snapshotRoute } from './snapshot.ts';

const account = 'aaaaaaaaaaaa';

test('answers full, since and unchanged polls from memory, without a statement (read-api 4 /snapshot, 4.1 rule 2, 4.1 rule 3, 7 304)', async () => {
  const hub = await openTestApi();
  await hub.append(
    given.member(quill, 'Quill'),
    given.identity(account, quill, { name: 'Quillon Fen' }),
    given.description(account, 'Quillon Fen', 1),
    ...wholeReport(account, Date.now()),
  );
  const key = { authorization: `Bearer ${await hub.makeKey(10)}` };
  const get = async (query = '', more: Record<string, string> = {}) => {
    hub.advanceLimitClock(1_000);
    const url = `/api/v1/snapshot${query}`;
    const answer = await hub.app.inject({ url, headers: { ...key, ...more } });
    const isText = answer.body !== '' && answer.headers['content-encoding'] === undefined;
    if (isText) checkAnswer({ path: url, status: answer.statusCode, body: answer.json() });
    return answer;
  };
  const statements = await hub.stopRefreshing();

  const full = await get();
  expect(full.statusCode).toBe(200);
  expect(full.headers['content-type']).toBe('application/json; charset=utf-8');
  const body = full.json();
  snapshotRoute.response.parse(body);
  expect(body).toMatchObject({ data: [{ id: account, online: true }], meta: { count: 1 } });

  const zipped = await get('', { 'accept-encoding': 'gzip' });
  expect(zipped.headers).toMatchObject({
    'content-encoding': 'gzip',
    vary: 'Authorization, Accept-Encoding',
    'cache-control': 'private, no-cache',
    etag: full.headers.etag,
  });
  expect(JSON.parse(gunzipSync(zipped.rawPayload).toString()).data).toEqual(body.data);

  const since = await get(`?since=${body.meta.last_modified}`);
  expect(since.json().data).toEqual(body.data);
  const later = await get('?since=9999-01-01T00:00:00Z');
  expect([later.statusCode, later.json().data]).toEqual([200, []]);

  const unchanged = await get('', { 'if-none-match': `${full.headers.etag}` });
  expect([unchanged.statusCode, unchanged.body]).toEqual([304, '']);
  expect(unchanged.headers).toMatchObject({ etag: full.headers.etag, 'access-control-allow-origin': '*' });
  expect(unchanged.headers['x-ratelimit-limit']).toBe('120');

  expect((await get('?since=yesterday')).json().error.details[0].path).toBe('since');
  expect(statements()).toBe(0);
});
