import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { startTestHub, type TestHub } from './support/hub.ts';

async function fixture(name: string): Promise<string> {
  return readFile(new URL(`./fixtures/reports/${name}.json`, import.meta.url), 'utf8');
}

async function pairedHub(): Promise<{ hub: TestHub; key: string; token: string }> {
  const hub = await startTestHub();
  const token = await hub.pair(await hub.addMember('Merrin'));
  return { hub, key: await hub.makeKey(), token };
}

test('shows a report in the snapshot within a second, three times in a row', async () => {
  const { hub, key, token } = await pairedHub();
  const snapshot = JSON.parse(await fixture('ha-snapshot'));
  for (const hp of [87, 64, 99]) {
    snapshot.player.health.current = hp;
    snapshot.timestamp += 2_000;
    expect((await hub.report(token, snapshot)).status).toBe(200);
    const { body } = await hub.getUntil('/snapshot', {
      key,
      seen: ({ status, body }) => status === 200 && body.data[0]?.hp?.current === hp,
      withinMs: 1_000,
      // The snapshot allows a request per second and key.
      everyMs: 950,
    });
    expect(body.data).toMatchObject([{ name: 'Quillon Fen', online: true, world: 486 }]);
  }
});
