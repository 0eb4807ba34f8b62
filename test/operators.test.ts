import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { runJson } from './support/hub/command-line.ts';
import { createHubClient } from './support/hub/hub-client.ts';
import { freePort, startHubProcess } from './support/hub/hub-process.ts';
import { dataDirWithCluster } from './support/postgres/made-cluster.ts';
import { projectRoot } from './support/source-tree.ts';

/** Reaches a hub that listens on all addresses, but not a hub that listens on 127.0.0.1 only. */
const otherAddress = '127.0.0.2';

test('a hub on the embedded server listens on HOST only, and below MIN_FREE_DISK refuses pairing but answers reads', async () => {
  const DATA_DIR = await dataDirWithCluster();
  const port = await freePort();
  // No file system has a petabyte free.
  const environment = { DATA_DIR, PORT: String(port), HOST: '127.0.0.1', MIN_FREE_DISK: '1000000000' };
  const hub = await startHubProcess({ clone: projectRoot.replace(/\/$/, ''), as: null, environment });
  expect(await answersAt('127.0.0.1', port)).toBe(true);
  expect(await answersAt(otherAddress, port)).toBe(false);

  await runJson(environment, ['member', 'add', 'Merrin']);
  const { code } = await runJson(environment, ['pair', 'Merrin']);
  const { key } = await runJson(environment, ['key', 'create', '--service', '--categories', 'stats']);
  const client = createHubClient(`http://127.0.0.1:${port}`);
  const paired = await fetch(`http://127.0.0.1:${port}/api/osrs-data/pair`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code }),
  });
  expect([paired.status, await paired.json()]).toEqual([503, expect.objectContaining({ code: 'disk_full' })]);
  expect((await client.get('/snapshot', { key })).status).toBe(200);
  hub.signal('SIGINT');
  expect((await hub.ended).stdout).toContain(
    'the disk is nearly full: reports are refused until MIN_FREE_DISK',
  );
});

async function answersAt(host: string, port: number): Promise<boolean> {
  const socket = connect(port, host);
  const connected = once(socket, 'connect').then(
    () => true,
    () => false,
  );
  const answers = await connected;
  socket.destroy();
  return answers;
}
