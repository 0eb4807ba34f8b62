import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { expect, test } from 'vitest';
import { readIngestSettings } from '../../services/ingest/settings.ts';
import { readProjectorSettings } from '../../services/projector/settings.ts';
import { readQuerySettings } from '../../services/query/settings.ts';
import { checkAnswer } from '../../services/query/testing/check-answer.ts';
import { deadline, inTime } from '../support/deadline.ts';
import { runInProcess } from '../support/hub/command-line.ts';
import { type HubPart, type HubParts, openHubParts, portSettings } from '../support/hub/hub-parts.ts';
import { patient } from '../support/runner/patience.ts';

const parts = ['ingest', 'projector', 'query'] as const;
const patience = { timeout: patient(360_000) };

async function statusOf(part: HubPart, path: string, token?: string): Promise<number> {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const answer = await fetch(`${part.url}${path}`, { headers });
  await answer.arrayBuffer();
  return answer.status;
}

/** @returns the status, and whether the answer has the envelope of an error */
async function expectingNonsense(part: HubPart): Promise<[number | undefined, boolean]> {
  const asked = request(`${part.url}/nothing`, { headers: { expect: 'nonsense' } }).end();
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  const text = (await answer.toArray()).join('');
  return [answer.statusCode, text.includes('"error"')];
}

async function refusalOf(hub: HubParts, part: string, settings: Readonly<Record<string, string>> = {}) {
  const ports = Object.fromEntries(['PORT', ...Object.values(portSettings)].map((name) => [name, '0']));
  const ran = await runInProcess({ ...hub.options.environment, ...ports, ...settings }, [part]);
  expect(ran).toMatchObject({ code: 1, stdout: '' });
  return ran.stderr;
}

test('every process reports its health, gives its metrics to the token, and ends in time', {
  ...patience,
  tags: ['deadline'],
}, async () => {
  const hub = await openHubParts();
  const running = await Promise.all(parts.map((part) => hub.start(part)));
  for (const [index, part] of running.entries()) {
    const health = await (await fetch(`${part.url}/api/health`)).json();
    checkAnswer({ path: '/api/health', status: 200, body: health });
    expect(health).toEqual({ status: 'ok' });
    expect(await statusOf(part, '/metrics')).toBe(401);
    expect(await statusOf(part, '/metrics', 'another token')).toBe(401);
    expect(await statusOf(part, '/nothing')).toBe(404);
    expect(await expectingNonsense(part)).toEqual([404, true]);
    expect(await part.metrics()).toContain(`process_cpu_seconds_total{process="${parts[index]}"}`);
  }
  const stopped = performance.now();
  for (const part of running) part.signal('SIGTERM');
  for (const { code, stderr } of await Promise.all(running.map(({ ended }) => ended))) {
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  }
  expect(performance.now() - stopped, inTime).toBeLessThan(deadline(10_000));
});

test('metrics do not exist when no token is set', patience, async () => {
  const hub = await openHubParts({ METRICS_TOKEN: '' });
  const running = await Promise.all(parts.map((part) => hub.start(part)));
  for (const part of running) expect(await statusOf(part, '/metrics')).toBe(404);
});

test('a hub in one process and separate processes never run on the same data', patience, async () => {
  const hub = await openHubParts();
  const query = await hub.start('query');
  expect(await refusalOf(hub, 'start')).toMatch(
    new RegExp(
      `this hub runs as separate processes, hub query among them: pid ${query.pid} .*stop them all first`,
    ),
  );
  query.signal('SIGTERM');
  await query.ended;
  const whole = await hub.startWhole();
  expect(await refusalOf(hub, 'ingest')).toContain(`another hub runs on this data: pid ${whole.pid} `);
});

test('no process starts with a secret that is not the secret of the log', patience, async () => {
  const hub = await openHubParts();
  await hub.command('member', 'add', 'Merrin');
  const another = { HUB_SECRET: Buffer.alloc(32, 7).toString('base64') };
  for (const part of parts)
    expect(await refusalOf(hub, part, another)).toContain('HUB_SECRET is not the secret');
});

test(
  'a command works while only a query process runs, because the command projects its own changes',
  patience,
  async () => {
    const hub = await openHubParts();
    const query = await hub.start('query');
    const { key, prefix } = await hub.command(
      ...'key create --service --name test --categories stats'.split(' '),
    );
    expect((await query.client.get('/me', { key })).status).toBe(200);
    await hub.command('key', 'revoke', prefix);
    expect((await query.client.get('/me', { key })).status).toBe(401);
  },
);

test.each([
  ['ingest', readIngestSettings],
  ['projector', readProjectorSettings],
  ['query', readQuerySettings],
])('hub %s says in one line that it needs a database', (_name, readSettings) => {
  expect(() => readSettings({})).toThrow(
    /^DATABASE_URL is not set: it must be a PostgreSQL address like [^\n]+$/,
  );
  const environment = { DATABASE_URL: 'postgres://localhost/hub' };
  expect(readSettings(environment)).toMatchObject(environment);
  expect(() => readSettings({ ...environment, LOG_LEVEL: 'loud' })).toThrow(
    "LOG_LEVEL 'loud' is not allowed",
  );
});
