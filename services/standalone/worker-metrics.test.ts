import { expect, test } from 'vitest';
import { startTestHub } from '../../test/support/hub/hub.ts';
import { freePort } from '../../test/support/hub/hub-process.ts';

const token = 'a-metrics-token-of-a-test';

test('a hub in one process also serves metrics at the port of a worker when a token is set', async () => {
  const port = await freePort();
  const at = `http://localhost:${port}`;
  const silent = await startTestHub({ settings: { WORKER_METRICS_PORT: String(port) } });
  await expect(fetch(`${at}/metrics`)).rejects.toThrow();
  await silent.close();

  const hub = await startTestHub({ settings: { WORKER_METRICS_PORT: String(port), METRICS_TOKEN: token } });
  expect((await fetch(`${at}/metrics`)).status).toBe(401);
  const headers = { authorization: `Bearer ${token}` };
  const [worker, web] = await Promise.all(
    [at, hub.url].map(async (origin) => (await fetch(`${origin}/metrics`, { headers })).text()),
  );
  const names = (text = '') => text.match(/^# HELP \w+/gm);
  expect(names(worker)).toContain('# HELP projection_batch_records');
  expect(names(worker)).toEqual(names(web));
  expect((await fetch(`${at}/api/health`)).status).toBe(200);
});
