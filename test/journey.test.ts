import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { deadline, inTime } from './support/deadline.ts';
import { startTestHub, type TestHub } from './support/hub/hub.ts';
import type { Answer } from './support/hub/hub-client.ts';
import { serveAtOnce } from './support/hub/serve-at-once.ts';
import { everyLog, type HubLog } from './support/kafka/hub.ts';
import { patient } from './support/runner/patience.ts';

async function fixture(name: string): Promise<string> {
  return readFile(new URL(`./fixtures/reports/${name}.json`, import.meta.url), 'utf8');
}

async function pairedHub(log: HubLog): Promise<{ hub: TestHub; key: string; token: string }> {
  const hub = await startTestHub({ settings: log.settings() });
  const token = await hub.pair(await hub.addMember('Merrin'));
  return { hub, key: await hub.makeKey(), token };
}

/** Time since the hub received the event, ms. */
function ageOf({ body }: Answer): number {
  return Date.now() - Date.parse(body.data[0].received_at);
}

for (const log of await everyLog('The journey of a report')) {
  describe.skipIf(log.missing)(`on ${log.log}`, () => {
    test('shows a report in the snapshot within a second, three times in a row', {
      tags: ['deadline'],
    }, async () => {
      const { hub, token } = await pairedHub(log);
      // A key may ask for the snapshot once a second, so keys take turns.
      const keys = await Promise.all(Array.from({ length: 12 }, () => hub.makeKey()));
      const snapshot = JSON.parse(await fixture('ha-snapshot'));
      for (const hp of [87, 64, 99]) {
        snapshot.player.health.current = hp;
        snapshot.timestamp += 2_000;
        const sent = performance.now();
        expect((await hub.report(token, snapshot)).status).toBe(200);
        const { body } = await firstShowing(hub, keys, hp);
        expect(performance.now() - sent, inTime).toBeLessThan(deadline(1_000));
        expect(body.data).toMatchObject([
          { name: 'Quillon Fen', type_label: 'Ironman', owner: { name: 'Merrin' }, online: true, world: 486 },
        ]);
      }
    });

    // The feed has the same delay on every log, so the test waits on one log only.
    const waits = log.log === 'the log in the database';
    const name = waits
      ? 'serves a drop once, 10 to 15 s after it came, however often it is resent, also across a restart (read-api 6 rule 5, 6 rule 6)'
      : 'serves a drop once, however often it is resent, also across a restart (read-api 6 rule 6)';

    test(name, { tags: ['deadline'] }, async () => {
      const { hub, key, token } = await pairedHub(log);
      if (!waits) await serveAtOnce(hub.database);
      const start = await hub.get('/events?cursor=now', { key });
      const cursor = start.body.meta.next_cursor;
      const loot = await fixture('ha-loot');
      for (let sent = 0; sent < 3; sent += 1) expect((await hub.report(token, loot)).status).toBe(200);

      const again = await hub.restart();
      expect((await again.report(token, loot)).status).toBe(200);
      const first = await again.getUntil(`/events?cursor=${cursor}`, {
        key,
        seen: ({ body }) => body.data.length > 0,
        withinMs: 15_000,
      });
      if (waits) {
        expect(ageOf(first)).toBeGreaterThanOrEqual(10_000);
        expect(ageOf(first), inTime).toBeLessThan(patient(15_000));
      }
      expect(first.body.data).toMatchObject([
        {
          type: 'loot',
          account: { name: 'Quillon Fen' },
          value_gp: 2_329_167,
          item_id: 12_922,
          npc_id: 2_042,
        },
      ]);

      // If this resend added an event, the feed would serve the event before the death.
      if (waits) await serveAtOnce(again.database);
      expect((await again.report(token, loot)).status).toBe(200);
      expect((await again.report(token, await fixture('ha-death'))).status).toBe(200);
      const behind = await again.getUntil(`/events?cursor=${first.body.meta.next_cursor}`, {
        key,
        seen: ({ body }) => body.data.length > 0,
        withinMs: 15_000,
      });
      expect(behind.body.data.map((event: { type: string }) => event.type)).toEqual(['death']);
    });
  });
}

async function firstShowing(hub: TestHub, keys: readonly string[], hp: number): Promise<Answer> {
  for (const key of keys) {
    const answer = await hub.get('/snapshot', { key });
    if (answer.body.data?.[0]?.hp?.current === hp) return answer;
    await delay(250);
  }
  throw new Error(`the snapshot did not show ${hp} hitpoints`);
}
