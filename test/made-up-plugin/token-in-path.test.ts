import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { newDevice } from '../../projections/access/commands/devices/pair-device.ts';
import { given } from '../../projections/access/testing/membership.ts';
import { bodyBytesMax } from '../../services/ingest/http/json-body.ts';
import type { Plugin } from '../../services/ingest/plugin-adapter.ts';
import { createLogger } from '../../shared/observability/logger.ts';
import { startTestHub } from '../support/hub/hub.ts';
import { rambler } from './pasted-plugins.ts';

/** Like Rambler, but each report breaks the adapter. */
const stumbler: Plugin = {
  ...rambler,
  source: 'stumbler',
  title: 'Stumbler',
  paths: [
    { name: 'stumbler_walk', url: '/stumbler/:token/walk', kind: 'report' },
    {
      name: 'stumbler_ask',
      url: '/stumbler/:token/ask',
      kind: 'get',
      answerTo: () => ({ status: 200, outcome: 'accepted', body: '{}' }),
    },
  ],
  translate: () => {
    throw new TypeError('the adapter stumbled');
  },
} as Plugin;

test('a token in the path of a plugin reaches no line of the log and no label of a metric, with any outcome', async () => {
  const lines: string[] = [];
  const logger = createLogger({ name: 'hub', level: 'trace' }, { write: (line) => void lines.push(line) });
  const metricsToken = 'metrics-token-of-16';
  const settings = { METRICS_TOKEN: metricsToken };
  const hub = await startTestHub({ settings, logger, plugins: [rambler, stumbler] });
  const member = await hub.addMember('Quill');
  const { token, deviceId, tokenHash } = newDevice();
  await hub.append([given.deviceToken(deviceId, member, { token_hash: tokenHash })]);
  const unknown = randomBytes(32).toString('hex');

  const ask = async (path: string, init: RequestInit = {}) => (await fetch(hub.url + path, init)).status;
  const report = { method: 'POST', body: 'player Quillon Fen\nat 3200 3201 0' };
  const answers = {
    taken: await ask(`/rambler/${token}/walk`, report),
    unknown: await ask(`/rambler/${unknown}/walk`, report),
    malformed: await ask(`/rambler/${token}/walk`, { method: 'POST', body: 'nothing' }),
    large: await ask(`/rambler/${token}/walk`, { method: 'POST', body: 'x'.repeat(bodyBytesMax + 1) }),
    redirected: await ask(`/rambler/${token}/walk`),
    asked: await ask(`/stumbler/${token}/ask`),
    broken: await ask(`/stumbler/${token}/walk`, report),
    nowhere: await ask(`/rambler/${token}/nowhere`, report),
    undecodable: await ask(`/rambler/${token}%zz/walk`, report),
  };
  expect(answers).toMatchObject({
    taken: 200,
    unknown: 401,
    malformed: 400,
    large: 413,
    redirected: 400,
    asked: 200,
    broken: 503,
    nowhere: 404,
  });
  const metrics = await fetch(`${hub.url}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } });
  const counted = await metrics.text();
  expect(counted).toContain('rambler_walk');
  await hub.close();
  const log = lines.join('');
  expect(log).toContain('the adapter stumbled');
  for (const secret of [token, unknown, 'Quillon']) {
    expect(log).not.toContain(secret);
    expect(counted).not.toContain(secret);
  }
});
