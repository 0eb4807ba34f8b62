import { expect, test } from 'vitest';
import { minuteMs } from '../../../shared/domain/durations.ts';
import type { Database } from '../../../shared/postgres/database.ts';
import { runInProcess, runJson } from '../../../test/support/hub/command-line.ts';
import { startTestHub } from '../../../test/support/hub/hub.ts';
import {
  account,
  device,
  lootId,
  minutes,
  openBadHour,
  pointAt,
  storedRows,
} from '../replay-payloads/testing/bad-hour.ts';

interface Entry {
  readonly subject: string | null;
  readonly details: object;
}

/** `late.most` is the longest time in ms between an event and the trail point of its minute. */
async function readStored(database: Database) {
  const events = await database.many<{ type: string; count: number }>({
    text: 'select type, count(*) as count from event_feed_g1.event group by type order by type',
  });
  const late = await database.one<{ most: number }>({
    text: 'select coalesce(max(abs(occurred_at - l.at)), 0)::bigint as most from event_feed_g1.event e join location_trail_g1.point l on l.minute = e.occurred_at / 60000',
  });
  const points = await database.many<{ x: number }>({
    text: 'select x from location_trail_g1.point order by at',
  });
  const others = await database.one<{ count: number }>({
    text: `select sum(next_offset)::bigint as count
           from log.partition
           where stream in ('hub.state', 'hub.xp', 'hub.gear', 'hub.activity', 'hub.raw')`,
  });
  return { events: Object.fromEntries(events.map(({ type, count }) => [type, count])), points, late, others };
}

test('bodies are read again after a translator dropped events for an hour, and only missing facts are added', async () => {
  const { database, settings, json, beginning, begin } = await openBadHour();
  await begin();
  await startTestHub({ settings });
  const replay = ['raw', 'replay', '--account', account];
  await expect.poll(async () => (await readStored(database)).points.length, { timeout: 60_000 }).toBe(50);
  await expect
    .poll(async () => (await readStored(database)).events, { timeout: 60_000 })
    .toEqual({ death: 60 });
  const before = await readStored(database);
  const rows = await storedRows(database);
  expect(rows.size).toBe(110);

  const middle = new Date(beginning + 30 * minuteMs).toISOString();
  const half = await json(...replay, '--since', middle);
  expect(half).toMatchObject({ bodies: 30, events: 30, points: 0 });
  const { since: _, ...rest } = await json(...replay, '--since', '2h');
  const nothing = { erased: 0, blocked: 0, unreadable: 0 };
  expect(rest).toEqual({ bodies: 60, events: 30, points: 10, tiles: 0, holdings: 0, skipped: nothing });
  const after = await readStored(database);
  expect(after.events).toEqual({ death: 60, loot: 60 });
  expect(after.points).toEqual(Array.from({ length: minutes }, (_, minute) => pointAt(minute)));
  // Rows stay, also when the current translator would write something else.
  expect(rows.difference(await storedRows(database))).toEqual(new Set());
  expect(after.others).toEqual(before.others);
  // New facts get the time of receipt, not the time of the replay.
  expect(after.late.most).toBeLessThan(1_000);

  const again = await runInProcess(settings, ['raw', 'replay', '--device', device, '--since', '2h']);
  expect(again.stdout).toMatch(
    /^Read 60 bodies .* Added 0 missing game events, 0 missing trail points, 0 missing tiles and 0 newer holdings/,
  );
  expect(again.stderr).toMatch(/100% .* hub\.raw/);
  expect((await json('audit', '--action', 'payloads-replayed')).entries).toMatchObject([
    { subject: device },
    { subject: account },
    { subject: account },
  ]);

  await json('account', 'transfer', account, 'Bram');
  await json('account', 'block', account, 'Quill');
  const blocked = await json('raw', 'replay', '--device', device, '--since', '2h');
  expect(blocked).toMatchObject({ bodies: 0, skipped: { ...nothing, blocked: 60 } });
  await json('account', 'erase', account);
  const erased = await json('raw', 'replay', '--device', device, '--since', '2h');
  expect(erased).toMatchObject({ bodies: 0, events: 0, skipped: { ...nothing, erased: 60 } });
});

test('payloads are listed without content, and reading a payload adds an audit entry', async () => {
  const { settings, json, begin } = await openBadHour();
  await begin();
  const list = await runInProcess(settings, ['raw', 'list', '--limit', '3', '--json']);
  expect(list.stdout).not.toContain('Tanzanite');
  const { payloads, complete, older } = JSON.parse(list.stdout);
  expect(complete).toBe(true);
  const of = { account, account_name: 'Quillon Fen', member: 'Quill', device, plugin_version: '1.6.0' };
  expect(payloads).toMatchObject([of, of, of]);
  expect(payloads[0].received_at > payloads[1].received_at).toBe(true);
  expect((await json('raw', 'list', '--device', device, '--limit', '500')).payloads).toHaveLength(minutes);
  expect((await json('raw', 'list', '--account', 'Quillon Fen')).payloads).toHaveLength(50);

  const { body, ...shown } = await json('raw', 'show', payloads[0].id);
  expect(shown).toEqual(payloads[0]);
  expect(JSON.parse(body).events[0].eventId).toBe(lootId(minutes - 1));
  expect((await json('audit', '--action', 'shown')).entries).toMatchObject([
    { action: 'payload-shown', subject: account, details: { payload: payloads[0].id } },
  ]);
  const listings = (await json('audit', '--action', 'payloads-listed')).entries;
  expect(listings.map(({ subject, details }: Entry) => [subject, details])).toEqual([
    [account, { count: 50 }],
    [device, { count: minutes }],
    [null, { count: 3 }],
  ]);

  const next = await runInProcess(settings, ['raw', 'list', '--limit', '2', '--before', older]);
  const [, ...rest] = (await json('raw', 'list', '--limit', '5')).payloads.slice(2);
  expect(next.stdout.match(/^\S+-\d+/gm)).toEqual(rest.map(({ id }: { id: string }) => id));
  expect(next.stdout).toMatch(/^Older payloads: --before \d+-\S+$/m);

  // A shorter retention takes effect at once, before anything is deleted.
  const hours = { ...settings, RAW_PAYLOAD_RETENTION_HOURS: '1' };
  expect((await runJson(hours, ['raw', 'list', '--limit', '500'])).payloads.length).toBeLessThan(50);
  for (const gone of ['0-7', 'x', '99-0']) {
    expect(await runInProcess(settings, ['raw', 'show', gone])).toMatchObject({ code: 1, stdout: '' });
  }
  for (const args of [
    ['--since', '1h'],
    ['--device', device],
    ['--account', account, '--device', device],
  ]) {
    expect(await runInProcess(settings, ['raw', 'replay', ...args])).toMatchObject({ code: 2 });
  }
});
