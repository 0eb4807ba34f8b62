import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { given, id } from '../../projections/access/testing/membership.ts';
import { minuteMs } from '../../shared/domain/durations.ts';
import { type NewEvent, newEvent } from '../../shared/events/event.ts';
import { gameEventRecorded } from '../../shared/events/game-event-recorded.ts';
import { payloadReceived } from '../../shared/events/payload-received.ts';
import { positionReported } from '../../shared/events/position-reported.ts';
import type { TimedEvent } from '../../shared/log/journal.ts';
import { openJournal } from '../../shared/log/open-journal.ts';
import { openPostgresEventLog } from '../../shared/log/postgres/postgres-event-log.ts';
import { createLogger } from '../../shared/logger.ts';
import type { Database } from '../../shared/postgres/database.ts';
import { openNotifications } from '../../shared/postgres/notifications.ts';
import { runInProcess, runJson } from '../../test/support/hub/command-line.ts';
import { startTestHub } from '../../test/support/hub/hub.ts';
import { freePort, temporaryDataDir } from '../../test/support/hub/hub-process.ts';
import { freshDatabase } from '../../test/support/postgres/database.ts';
import { noHead } from '../ingest/plugin.ts';
import { haExporter } from '../ingest/plugins/ha-exporter/adapter.ts';
import { createDeviceClock } from '../ingest/receive/clock-correction.ts';

const [quill, bram, device, account] = [id(1), id(2), id(11), 'aB3xYz91kQw1'];
const minutes = 60;

interface Entry {
  readonly subject: string | null;
  readonly details: object;
}

/** The minutes of the hour in which the translator lost the trail, too. */
const losesTrail = (minute: number) => minute >= 20 && minute < 30;

/**
 * What the log holds of an hour in which a player walked, got a drop and died each minute, and the translator dropped every
 * drop. Ingest's clock was 40 ms behind that of the log, and the player's PC by 90 s.
 */
async function badHour(beginning: number): Promise<TimedEvent[]> {
  const clock = createDeviceClock();
  const about = { subject: account, source: haExporter.source };
  const events: TimedEvent[] = [
    given.member(quill, 'Quill'),
    given.member(bram, 'Bram'),
    given.code(quill, 'code'),
    given.pairing(device, 'code', quill),
    given.identity(account, quill),
    given.description(account, 'Quillon Fen'),
  ].map((event, index) => ({ ...event, appendTime: beginning - minuteMs + index }));
  for (let minute = 0; minute < minutes; minute += 1) {
    const receivedAt = beginning + minute * minuteMs;
    const body = await messageAt(receivedAt - 90_000, minute);
    const report = await haExporter.read({ head: noHead, body: Buffer.from(body) });
    if ('status' in report) throw new Error('the body is refused');
    const times = clock.observe(report.sent, receivedAt - 40, receivedAt - 40);
    const { gameEvents, trail } = haExporter.translate(report, account, times);
    const raw = { device_id: device, plugin: haExporter.source, plugin_version: '1.6.0', body };
    const stated: NewEvent[] = [
      newEvent(payloadReceived, about, raw),
      ...(losesTrail(minute) ? [] : [newEvent(positionReported, about, { points: [...trail] })]),
      ...gameEvents
        .filter(({ type }) => type !== 'loot')
        .map((event) => newEvent(gameEventRecorded, about, event)),
    ];
    events.push(...stated.map((event) => ({ ...event, appendTime: receivedAt })));
  }
  return events;
}

async function messageAt(sent: number, minute: number): Promise<string> {
  const message = JSON.parse(await fixture('ha-loot'));
  const death = JSON.parse(await fixture('ha-death')).events[0];
  const [loot] = message.events;
  message.timestamp = sent;
  message.player.location.x = 3_000 + minute;
  message.player.locationTrail = [];
  message.events = [
    { ...loot, eventId: id(7_000 + minute), timestamp: sent },
    { ...death, eventId: id(8_000 + minute), timestamp: sent },
  ];
  return JSON.stringify(message);
}

const fixture = (name: string) =>
  readFile(new URL(`../../test/fixtures/reports/${name}.json`, import.meta.url), 'utf8');

async function openBadHour() {
  const { url, database } = await freshDatabase('hub');
  const hubSecret = randomBytes(32);
  // Half a minute past, so that clocks that differ a little name the same minute.
  const beginning = minuteMs * (Math.floor(Date.now() / minuteMs) - 75.5);
  const settings = {
    DATABASE_URL: url,
    DATA_DIR: await temporaryDataDir(null),
    HUB_SECRET: hubSecret.toString('base64'),
    PORT: String(await freePort()),
  };
  const logger = createLogger({ name: 'test', level: 'silent' });
  const notifications = openNotifications(database, logger);
  const log = openPostgresEventLog({ database, notifications, logger });
  await (await openJournal({ log, hubSecret })).import(await badHour(beginning));
  await log.close();
  await notifications.close();
  const json = (...args: string[]) => runJson(settings, args);
  return { database, settings, json, beginning };
}

/** What the tables hold of the account, and how many records of the other streams there are. */
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
  const rows = await database.many<{ text: string }>({
    text: 'select e::text as text from event_feed_g1.event e union all select p::text from location_trail_g1.point p',
  });
  const counts = Object.fromEntries(events.map(({ type, count }) => [type, count]));
  return { events: counts, points, late, others, rows: rows.map(({ text }) => text) };
}

test('bodies are translated again after an hour in which a translator dropped events, and only what is missing is added', {
  timeout: 60_000,
}, async () => {
  const { database, settings, json, beginning } = await openBadHour();
  await startTestHub({ settings });
  const replay = ['raw', 'replay', '--account', account];
  await expect.poll(async () => (await readStored(database)).points.length, { timeout: 20_000 }).toBe(50);
  await expect
    .poll(async () => (await readStored(database)).events, { timeout: 20_000 })
    .toEqual({ death: 60 });
  const before = await readStored(database);

  const middle = new Date(beginning + 30 * minuteMs).toISOString();
  const half = await json(...replay, '--since', middle);
  expect(half).toMatchObject({ bodies: 30, events: 30, points: 0 });
  const { since: _, ...rest } = await json(...replay, '--since', '2h');
  const nothing = { erased: 0, blocked: 0, unreadable: 0 };
  expect(rest).toEqual({ bodies: 60, events: 30, points: 10, skipped: nothing });
  const after = await readStored(database);
  expect(after.events).toEqual({ death: 60, loot: 60 });
  expect(after.points).toEqual(Array.from({ length: minutes }, (_, minute) => ({ x: 3_000 + minute })));
  expect(after.others).toEqual(before.others);
  // What was stored stays as it was, to the byte.
  expect(before.rows).toHaveLength(110);
  expect(after.rows).toEqual(expect.arrayContaining(before.rows));
  // Dated by their receipt, as the trail: not by the time of the replay.
  expect(after.late.most).toBeLessThan(1_000);

  const again = await runInProcess(settings, ['raw', 'replay', '--device', device, '--since', '2h']);
  expect(again.stdout).toMatch(/^Translated 60 bodies .* added 0 game events and 0 points /);
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

test('payloads are listed without what they say, and who looks at one is in the audit log', {
  timeout: 60_000,
}, async () => {
  const { settings, json } = await openBadHour();
  const list = await runInProcess(settings, ['raw', 'list', '--limit', '3', '--json']);
  expect(list.stdout).not.toContain('Tanzanite');
  const { payloads, complete } = JSON.parse(list.stdout);
  expect(complete).toBe(true);
  const of = { account, account_name: 'Quillon Fen', member: 'Quill', device, plugin_version: '1.6.0' };
  expect(payloads).toMatchObject([of, of, of]);
  expect(payloads[0].received_at > payloads[1].received_at).toBe(true);
  expect((await json('raw', 'list', '--device', device, '--limit', '500')).payloads).toHaveLength(minutes);
  expect((await json('raw', 'list', '--account', 'Quillon Fen')).payloads).toHaveLength(50);

  const { body, ...shown } = await json('raw', 'show', payloads[0].id);
  expect(shown).toEqual(payloads[0]);
  expect(JSON.parse(body).events[0].eventId).toBe(id(7_000 + minutes - 1));
  expect((await json('audit', '--action', 'shown')).entries).toMatchObject([
    { action: 'payload-shown', subject: account, details: { payload: payloads[0].id } },
  ]);
  const listings = (await json('audit', '--action', 'payloads-listed')).entries;
  expect(listings.map(({ subject, details }: Entry) => [subject, details])).toEqual([
    [account, { count: 50 }],
    [device, { count: minutes }],
    [null, { count: 3 }],
  ]);

  // A shorter retention holds at once, before anything is deleted.
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
