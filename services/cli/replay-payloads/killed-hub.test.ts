import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { runJson } from '../../../test/support/hub/command-line.ts';
import { createHubClient } from '../../../test/support/hub/hub-client.ts';
import { freePort, startHubProcess, temporaryDataDir } from '../../../test/support/hub/hub-process.ts';
import { freshDatabase } from '../../../test/support/postgres/database.ts';

const report = new URL('../../../test/fixtures/reports/ha-snapshot.json', import.meta.url);

test('a replay brings back the tiles and holdings that waited when the hub was killed', async () => {
  const { url, database } = await freshDatabase('hub');
  const port = await freePort();
  const environment = {
    DATABASE_URL: url,
    DATA_DIR: await temporaryDataDir(null),
    PORT: String(port),
  };
  const clone = new URL('../../..', import.meta.url).pathname.replace(/\/$/, '');
  const options = { clone, as: null, environment };
  const client = createHubClient(`http://127.0.0.1:${port}`);
  const json = (...args: string[]) => runJson(environment, args);
  const tiles = async () => {
    const text = 'select coalesce(sum(count), 0)::int as count from tile_trail_g1.walked_minute';
    return (await database.one<{ count: number }>({ text })).count;
  };

  const hub = await startHubProcess(options);
  await json('member', 'add', 'Quill');
  const { code } = await json('pair', 'Quill');
  const token = await client.pairWith(code);
  const body = JSON.parse(await readFile(report, 'utf8'));
  const at = Date.now() - 10_000;
  body.timestamp = at + 5_000;
  body.player.locationTrail = [0, 1, 2, 3].map((step) => ({
    x: 3_200 + step,
    y: 3_200,
    plane: 0,
    timestamp: at + 600 * step,
  }));
  expect((await client.report(token, body)).status).toBe(200);
  for (const quantity of [1, 2]) {
    const { status } = await fetch(`http://127.0.0.1:${port}/api/group/hub/update-group-member`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: token },
      body: JSON.stringify({ name: body.player.name, bank: [995, quantity] }),
    });
    expect(status).toBe(200);
  }
  hub.signal('SIGKILL');
  await hub.ended;
  await startHubProcess(options);
  const replay = () => json('raw', 'replay', '--account', body.player.name, '--since', '1h');
  expect(await tiles()).toBe(0);
  const replayed = await replay();
  expect(replayed.tiles).toBeGreaterThanOrEqual(4);
  expect(replayed.holdings).toBe(1);
  expect(await tiles()).toBe(replayed.tiles);
  expect(await replay()).toMatchObject({ tiles: 0, holdings: 0 });
});
