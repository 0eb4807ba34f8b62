import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { id } from '../../projections/access/testing/membership.ts';
import { projections } from '../../projections/registry.ts';
import { backedUpStreams } from '../../shared/backup/folder/manifest.ts';
import { temporaryFolder } from '../../shared/backup/testing/open-backup-test.ts';
import { isKeptForever } from '../../shared/events/streams.ts';
import type { EventLog } from '../../shared/log/event-log.ts';
import { openJournal } from '../../shared/log/open-journal.ts';
import { openPostgresEventLog } from '../../shared/log/postgres/postgres-event-log.ts';
import { readToEnd } from '../../shared/log/reading/read-to-end.ts';
import { createLogger } from '../../shared/observability/logger.ts';
import { openNotifications } from '../../shared/postgres/notifications.ts';
import { openBackedUpHub } from '../support/hub/backed-up-hub.ts';
import { runJson } from '../support/hub/command-line.ts';
import { startTestHub } from '../support/hub/hub.ts';
import { clientsOf, expectClientsGoOn } from '../support/hub/kept-clients.ts';
import { followSnapshot } from '../support/hub/snapshot-client.ts';
import { kafkaFor, uniquePrefix } from '../support/kafka/kafka.ts';
import { deleteTopics, openTestKafkaLog } from '../support/kafka/log.ts';
import { withFallingTimes } from '../support/log/falling-times.ts';
import { mixedLog } from '../support/log/mixed-log.ts';
import { type FreshDatabase, freshDatabase } from '../support/postgres/database.ts';
import { patient } from '../support/runner/patience.ts';

const brokers = await kafkaFor('Kafka: restoring a backup');

/** A line for each record of a backup; only streams that are kept for ever keep offsets. */
async function readAll(log: EventLog, empty: (key: string) => boolean = () => false): Promise<string[]> {
  const lines: string[] = [];
  for (const { stream, partition, start } of await log.ends(backedUpStreams)) {
    await readToEnd(log, { stream, partition, offset: start }, (record) => {
      const { offset, appendTime, key, recordId, type, version, source } = record;
      const keyId = empty(key) ? null : record.keyId;
      const value = empty(key) ? null : record.value?.toString('base64');
      const place = [stream, partition, isKeptForever(stream) ? offset : null];
      lines.push(JSON.stringify([...place, appendTime, key, recordId, type, version, source, keyId, value]));
    });
  }
  return lines;
}

function openEmbedded({ database }: Pick<FreshDatabase, 'database'>) {
  const logger = createLogger({ name: 'test', level: 'silent' });
  const notifications = openNotifications(database, logger);
  onTestFinished(() => notifications.close());
  const log = openPostgresEventLog({ database, notifications, logger });
  onTestFinished(() => log.close());
  return log;
}

function newTopics() {
  const prefix = uniquePrefix();
  onTestFinished(() => deleteTopics(brokers ?? '', prefix));
  return { KAFKA_BROKERS: brokers ?? '', KAFKA_TOPIC_PREFIX: prefix };
}

describe.skipIf(brokers === null)('hub backup restore', () => {
  it('copies a log from PostgreSQL to Kafka and back with each record, time and offset, also when times decrease', {
    timeout: patient(360_000),
  }, async () => {
    const folder = await temporaryFolder();
    const kafka = newTopics();
    const secret = randomBytes(32);
    const place = (url: string, name: string) => ({
      DATABASE_URL: url,
      DATA_DIR: join(folder, name),
      BACKUP_DIR: join(folder, `backups of ${name}`),
      HUB_SECRET: secret.toString('base64'),
    });
    const origin = await freshDatabase('hub');
    const log = openEmbedded(origin);
    const journal = await openJournal({ log, hubSecret: secret });
    await journal.import(withFallingTimes(mixedLog(600)));
    // The mixed log has erased a member and an account, whose records are empty in a backup.
    const records = await readAll(log, (key) => key === id(4) || key === 'aB3xYz91kQw6');
    expect(records.length).toBeGreaterThan(600);
    const missing = async (copy: EventLog) => {
      const there = await readAll(copy);
      return { lacks: new Set(records).difference(new Set(there)).size, more: there.length - records.length };
    };

    const first = place(origin.url, 'one');
    const { file } = await runJson(first, ['backup', 'now']);
    const second = { ...place((await freshDatabase('empty')).url, 'two'), ...kafka };
    const toKafka = await runJson(second, ['backup', 'restore', join(first.BACKUP_DIR, file)]);
    expect(toKafka).toMatchObject({ ok: true });
    expect(toKafka.projections.map(({ name }: { name: string }) => name).sort()).toEqual(
      projections.map(({ name }) => name).sort(),
    );
    const topics = openTestKafkaLog(brokers ?? '', kafka.KAFKA_TOPIC_PREFIX);
    onTestFinished(() => topics.close());
    // The additional records are the epoch of the feed, and the audit entry of the restore.
    expect(await missing(topics)).toEqual({ lacks: 0, more: 2 });

    const again = await runJson(second, ['backup', 'now']);
    expect(await runJson(second, ['backup', 'verify', again.file])).toMatchObject({ ok: true });
    const home = await freshDatabase('empty');
    const third = place(home.url, 'three');
    const back = await runJson(third, ['backup', 'restore', join(second.BACKUP_DIR, again.file)]);
    const embedded = openEmbedded(home);
    expect(await missing(embedded)).toEqual({ lacks: 0, more: 4 });
    // The second restore adds an epoch and an audit entry.
    expect(back.projections).toEqual(
      toKafka.projections.map((room: { name: string; rows: number }) =>
        /^(event-feed|audit-log)$/.test(room.name) ? { ...room, rows: room.rows + 1 } : room,
      ),
    );
  });

  it('restores a hub on Kafka from its backup, and plugins, followers and keys still work', {
    timeout: patient(360_000),
  }, async () => {
    const backedUp = await openBackedUpHub(newTopics());
    const clients = await clientsOf(backedUp);
    const { file } = await runJson(backedUp.settings, ['backup', 'now']);
    const expectSince = await followSnapshot(backedUp);
    await backedUp.hub.close();
    const place = { ...(await backedUp.elsewhere()).settings, ...newTopics() };
    expect(await runJson(place, ['backup', 'restore', file])).toMatchObject({ file, ok: true });
    await expectClientsGoOn(await startTestHub({ settings: place }), clients, expectSince);
  });
});
