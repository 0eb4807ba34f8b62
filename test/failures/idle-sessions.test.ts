import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { lockNumbers } from '../../shared/postgres/lock-numbers.ts';
import { findLockSessions } from '../../shared/postgres/locks/session-lock.ts';
import { startTestHub } from '../support/hub/hub.ts';
import { reportDrop } from '../support/hub/sample-report.ts';
import { freshDatabase } from '../support/postgres/database.ts';

test('a hub keeps its lock and every report while the server ends idle sessions after 2 s', async () => {
  const { url, database } = await freshDatabase('hub');
  const name = new URL(url).pathname.slice(1);
  await database.run({ text: `alter database ${name} set idle_session_timeout = '2s'` });
  const hub = await startTestHub({ settings: { DATABASE_URL: url } });
  const token = await hub.pair(await hub.addMember('Tarn'));
  const first = await findLockSessions(database, lockNumbers.hub);
  expect(first).toHaveLength(1);
  const markers: string[] = [];
  for (const until = performance.now() + 10_000; performance.now() < until; ) {
    expect(await findLockSessions(database, lockNumbers.hub)).toEqual(first);
    // Long pauses let other sessions of the hub idle.
    if (markers.length * 2_500 < 10_000 - (until - performance.now()))
      markers.push(await reportDrop(hub, token));
    await setTimeout(100);
  }
  const { events } = await database.one<{ events: number }>({
    text: `select count(*)::int as events from log.hub_feed where type = 'game-event-recorded'`,
  });
  expect(events).toBe(markers.length);
  expect(events).toBeGreaterThan(3);
});
