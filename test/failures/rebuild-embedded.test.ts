import { expect, test } from 'vitest';
import { createHubClient } from '../support/hub/hub-client.ts';
import { freePort, startHubProcess } from '../support/hub/hub-process.ts';
import { dataDirWithCluster } from '../support/postgres/made-cluster.ts';
import { expectNobodyToNotice, kills, label, rebuildTimeoutMs } from './rebuild-scenario.ts';

test(`clients do not notice a rebuild and a promotion of every projection, rollbacks, and ${kills} kills (${label})`, {
  timeout: rebuildTimeoutMs,
}, async () => {
  const port = await freePort();
  const environment = { DATA_DIR: await dataDirWithCluster(), PORT: String(port) };
  const clone = new URL('../..', import.meta.url).pathname.replace(/\/$/, '');
  const options = { clone, as: null, environment };
  const client = createHubClient(`http://127.0.0.1:${port}`);
  const hub = await startHubProcess(options);
  await expectNobodyToNotice({
    options,
    plugins: client,
    replicas: [client],
    stop: async () => {
      hub.signal('SIGTERM');
      expect((await hub.ended).code).toBe(0);
    },
  });
});
