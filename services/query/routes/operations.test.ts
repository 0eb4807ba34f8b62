import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';
import { pingDatabase } from '../../../shared/postgres/faults/ping-database.ts';
import { openDatabase } from '../../../shared/postgres/open-database.ts';
import { healthHandler } from '../../../shared/process/http/health.ts';
import { onceAFile } from '../../../test/support/at-end.ts';
import { ask } from '../testing/ask.ts';
import { openTestApi } from '../testing/open-test-api.ts';

const usual = onceAFile(() => openTestApi());

test('health is public and tells only whether the database answers (read-api 4 /api/health)', async () => {
  const absent = openDatabase({
    url: 'postgres://nobody@127.0.0.1:1/x',
    name: 'x',
    maxConnections: 1,
    statementTimeoutMs: 9,
  });
  const api = await openTestApi({
    alongside: (app) =>
      app.get(
        '/broken',
        healthHandler(() => pingDatabase(absent)),
      ),
  });
  const healthy = await ask(api.port, '/api/health');
  expect([healthy.status, healthy.text]).toEqual([200, '{"status":"ok"}']);
  expect(healthy.headers).toMatchObject({ 'cache-control': 'no-store', 'access-control-allow-origin': '*' });
  const broken = await ask(api.port, '/broken');
  expect([broken.status, broken.text, broken.headers['retry-after']]).toEqual([
    503,
    '{"status":"unavailable"}',
    '1',
  ]);
});

test('without a metrics token there is no /metrics', async () => {
  const api = usual();
  const key = await api.makeKey(1);
  const absent = await ask(api.port, '/metrics', { key });
  expect([absent.status, absent.text]).toEqual([404, (await ask(api.port, '/nothing')).text]);
});

test('metrics need the metrics token, and hold no account, key or address (read-api 4 /metrics, 8 "metrics")', async () => {
  const api = await openTestApi({ metricsToken: 'secret' });
  const key = await api.makeKey(1);
  await api.get('/me', { key });
  await api.get('/accounts/someone', { key });
  for (const headers of [
    {},
    { authorization: `Bearer ${key}` },
    { authorization: 'Bearer secret2' },
    { authorization: 'secret' },
  ]) {
    const refused = await ask(api.port, '/metrics', { headers });
    expect([refused.status, refused.headers['www-authenticate']]).toEqual([401, 'Bearer']);
  }
  const { status, text, headers } = await ask(api.port, '/metrics', { key: 'secret' });
  expect([status, headers['content-type']]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8']);
  expect(text).toContain('hub_api_answer_seconds_count{operation="getMe",status="200"} 1');
  expect(text).toContain('hub_api_answer_seconds_count{operation="getAccount",status="404"} 1');
  expect(text).not.toMatch(/someone|prefix0001|127\.0\.0\.1/);
});

test('the document is public, cacheable for five minutes, and valid OpenAPI 3.1 (read-api 4 /openapi.json, 8 "caching")', async () => {
  const api = usual();
  const { status, headers, body } = await api.get('/openapi.json');
  expect([status, headers['cache-control']]).toEqual([200, 'public, max-age=300']);
  expect(headers).not.toHaveProperty('x-ratelimit-limit');
  const validator = new Validator();
  expect(await validator.validate(body)).toEqual({ valid: true });
  expect(validator.version).toBe('3.1');
});

test('the document is served as OpenAPI 3.0.3 too, for generators that cannot read 3.1', async () => {
  const api = usual();
  const { body: latest } = await api.get('/openapi.json?version=3.1');
  expect(latest).toEqual((await api.get('/openapi.json')).body);
  const { status, headers, body } = await api.get('/openapi.json?version=3.0');
  expect([status, headers['cache-control'], body.openapi]).toEqual([200, 'public, max-age=300', '3.0.3']);
  const validator = new Validator();
  expect(await validator.validate(structuredClone(body))).toEqual({ valid: true });
  expect(validator.version).toBe('3.0');
  // The validator accepts what a generator for 3.0 ignores.
  const text = JSON.stringify(body);
  expect(text).not.toMatch(/"type":\[|"examples":|"const":|"identifier":|"null"/);
  expect(text.match(/"nullable":true/g)?.length).toBeGreaterThan(40);
  expect(Object.keys(body.paths)).toEqual(Object.keys(latest.paths));
  expect(Object.keys(body.components.schemas)).toEqual(Object.keys(latest.components.schemas));
  const refused = await api.get('/openapi.json?version=2.0');
  expect([refused.status, refused.body.error.details]).toEqual([
    400,
    [{ path: 'version', message: 'must be 3.1 or 3.0' }],
  ]);
});
