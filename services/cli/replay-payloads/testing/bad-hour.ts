import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { onTestFinished } from 'vitest';
import { given, id } from '../../../../projections/access/testing/membership.ts';
import { minuteMs } from '../../../../shared/domain/durations.ts';
import { type NewEvent, newEvent } from '../../../../shared/events/event.ts';
import { gameEventRecorded } from '../../../../shared/events/types/game-event-recorded.ts';
import { payloadReceived } from '../../../../shared/events/types/payload-received.ts';
import { positionReported } from '../../../../shared/events/types/position-reported.ts';
import type { Journal, TimedEvent } from '../../../../shared/log/journal.ts';
import { openJournal } from '../../../../shared/log/open-journal.ts';
import { openPostgresEventLog } from '../../../../shared/log/postgres/postgres-event-log.ts';
import { createLogger } from '../../../../shared/observability/logger.ts';
import type { Database } from '../../../../shared/postgres/database.ts';
import { openNotifications } from '../../../../shared/postgres/notifications.ts';
import { findLive } from '../../../../shared/projection/generations/generations.ts';
import { runJson } from '../../../../test/support/hub/command-line.ts';
import { freePort, temporaryDataDir } from '../../../../test/support/hub/hub-process.ts';
import { openTestKafkaLog } from '../../../../test/support/kafka/log.ts';
import { freshDatabase } from '../../../../test/support/postgres/database.ts';
import { emptyGame } from '../../../ingest/game/known-game.ts';
import { noHead } from '../../../ingest/plugin-adapter.ts';
import { haExporter } from '../../../ingest/plugins/ha-exporter/adapter.ts';
import { createDeviceClock } from '../../../ingest/receive/device-clock.ts';

const quill = id(1);
export const device = id(11);
/** In different partitions of the log. */
export const [account, otherAccount] = ['aB3xYz91kQw1', 'aB3xYz91kQw2'];
export const minutes = 60;

const losesTrail = (minute: number) => minute >= 20 && minute < 30;
/** In this minute the log has a death without data, and a trail point with another x. */
const wrongPoint = { minute: 5, x: 1 };

export const pointAt = (minute: number) => ({
  x: minute === wrongPoint.minute ? wrongPoint.x : 3_000 + minute,
});

/**
 * The player walked, got a drop and died each minute, and the translator lost all drops. The log's
 * clock was 40 ms ahead of ingest's clock and 90 s ahead of the PC's clock.
 */
async function badHour(beginning: number, accounts: readonly string[]): Promise<TimedEvent[]> {
  const clocks = new Map(accounts.map((each) => [each, createDeviceClock()]));
  const events: TimedEvent[] = [
    given.member(quill, 'Quill'),
    given.member(id(2), 'Bram'),
    given.code(quill, 'code'),
    given.pairing(device, 'code', quill),
    ...accounts.flatMap((each) => [given.identity(each, quill), given.description(each, 'Quillon Fen')]),
  ].map((event, index) => ({ ...event, appendTime: beginning - minuteMs + index }));
  for (let minute = 0; minute < minutes; minute += 1) {
    const receivedAt = beginning + minute * minuteMs;
    for (const [index, [accountId, clock]] of [...clocks].entries()) {
      const body = await messageAt(receivedAt - 90_000, minute, index);
      const bad = await badEventsOf(body, { accountId, clock, receivedAt, minute });
      events.push(...bad.map((event) => ({ ...event, appendTime: receivedAt })));
    }
  }
  return events;
}

interface Received {
  readonly accountId: string;
  readonly clock: ReturnType<typeof createDeviceClock>;
  readonly receivedAt: number;
  readonly minute: number;
}

async function badEventsOf(
  body: string,
  { accountId, clock, receivedAt, minute }: Received,
): Promise<NewEvent[]> {
  const about = { subject: accountId, source: haExporter.source };
  const report = await haExporter.read({ head: noHead, body: Buffer.from(body) });
  if ('status' in report) throw new Error('the body is refused');
  const times = clock.observe(report.sentAt, receivedAt - 40, receivedAt - 40, true);
  const { gameEvents, trail } = haExporter.translate(report, accountId, times, emptyGame);
  const otherwise = minute === wrongPoint.minute;
  const points = trail.map((point) => (otherwise ? { ...point, x: wrongPoint.x } : point));
  const raw = { device_id: device, plugin: haExporter.source, plugin_version: '1.6.0', body };
  return [
    newEvent(payloadReceived, about, raw),
    ...(losesTrail(minute) ? [] : [newEvent(positionReported, about, { points })]),
    ...gameEvents
      .filter(({ type }) => type !== 'loot')
      .map((event) => newEvent(gameEventRecorded, about, otherwise ? { ...event, data: '{}' } : event)),
  ];
}

async function messageAt(sent: number, minute: number, ofAccount: number): Promise<string> {
  const message = JSON.parse(await fixture('ha-loot'));
  const death = JSON.parse(await fixture('ha-death')).events[0];
  const [loot] = message.events;
  message.timestamp = sent;
  message.player.location.x = 3_000 + minute;
  message.player.locationTrail = [];
  message.events = [
    { ...loot, eventId: lootId(minute, ofAccount), timestamp: sent },
    { ...death, eventId: id(8_000 + 100 * ofAccount + minute), timestamp: sent },
  ];
  return JSON.stringify(message);
}

export const lootId = (minute: number, ofAccount = 0) => id(7_000 + 100 * ofAccount + minute);

const fixture = (name: string) =>
  readFile(new URL(`../../../../test/fixtures/reports/${name}.json`, import.meta.url), 'utf8');

interface BadHourOptions {
  /** Settings of a Kafka log. Its topics must exist. */
  readonly ofLog?: Readonly<Record<string, string>>;
  readonly accounts?: readonly string[];
}

/** `begin` writes the hour to the log. */
export async function openBadHour({ ofLog = {}, accounts = [account] }: BadHourOptions = {}) {
  const { KAFKA_BROKERS: brokers, KAFKA_TOPIC_PREFIX: prefix = '' } = ofLog;
  const { url, database } = await freshDatabase(brokers === undefined ? 'hub' : 'empty');
  const hubSecret = randomBytes(32);
  // Begins in the middle of a minute, so that clocks with a small difference show the same minute.
  const beginning = minuteMs * (Math.floor(Date.now() / minuteMs) - 75.5);
  const settings = {
    DATABASE_URL: url,
    DATA_DIR: await temporaryDataDir(null),
    HUB_SECRET: hubSecret.toString('base64'),
    PORT: String(await freePort()),
    ...ofLog,
  };
  async function begin(): Promise<Journal> {
    const log = brokers === undefined ? openEmbedded(database) : openTestKafkaLog(brokers, prefix);
    onTestFinished(() => log.close());
    const journal = await openJournal({ log, hubSecret });
    await journal.import(await badHour(beginning, accounts));
    return journal;
  }
  const json = (...args: string[]) => runJson(settings, args);
  return { database, settings, json, beginning, begin };
}

function openEmbedded(database: Database) {
  const logger = createLogger({ name: 'test', level: 'silent' });
  const notifications = openNotifications(database, logger);
  onTestFinished(() => notifications.close());
  return openPostgresEventLog({ database, notifications, logger });
}

export async function storedRows(database: Database): Promise<Set<string>> {
  const rows: string[] = [];
  for (const [projection, table] of [
    ['event-feed', 'event'],
    ['location-trail', 'point'],
  ] as const) {
    const live = await findLive(database, projection);
    const found = await database.many<{ line: string }>({
      text: `select to_jsonb(t)::text as line from ${live?.schema}.${table} as t`,
    });
    rows.push(...found.map(({ line }) => `${table} ${line}`));
  }
  return new Set(rows);
}
