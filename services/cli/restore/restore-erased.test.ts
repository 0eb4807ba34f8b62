import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { holdsPacks } from '../../../shared/backup/segments/segment-content.ts';
import { backupFolderOf, packLog } from '../../../shared/backup/testing/open-backup-test.ts';
import { dayMs } from '../../../shared/domain/durations.ts';
import { type StreamName, streamNames } from '../../../shared/events/streams.ts';
import { openJournal } from '../../../shared/log/open-journal.ts';
import { openPostgresEventLog } from '../../../shared/log/postgres/postgres-event-log.ts';
import { readToEnd } from '../../../shared/log/reading/read-to-end.ts';
import { subjectOfRecordKey } from '../../../shared/log/records/log-entry.ts';
import { createLogger } from '../../../shared/observability/logger.ts';
import type { Database } from '../../../shared/postgres/database.ts';
import { openNotifications } from '../../../shared/postgres/notifications.ts';
import { openBackedUpHub } from '../../../test/support/hub/backed-up-hub.ts';
import { runJson } from '../../../test/support/hub/command-line.ts';
import { mixedLog } from '../../../test/support/log/mixed-log.ts';
import { takeHubBackup } from '../../projector/backup/take-hub-backup.ts';
import { readStandaloneSettings } from '../../standalone/settings.ts';
import { connect } from '../connection/connect.ts';

const logger = createLogger({ name: 'test', level: 'silent' });
/** Without membership, whose events would decommission the hub. */
const play = mixedLog(1_200).filter(({ stream }) => stream !== 'hub.membership');

interface ReadRecord {
  readonly stream: StreamName;
  readonly subject: string;
  readonly hasValue: boolean;
  /** The raw value and the decoded record. */
  readonly text: string;
}

async function readWhole(database: Database, secret: string): Promise<ReadRecord[]> {
  const notifications = openNotifications(database, logger);
  onTestFinished(() => notifications.close());
  const log = openPostgresEventLog({ database, notifications, logger });
  onTestFinished(() => log.close());
  const journal = await openJournal({ log, hubSecret: Buffer.from(secret, 'base64') });
  const records: Parameters<typeof journal.decode>[0][number][] = [];
  for (const { stream, partition, start } of await log.ends(streamNames)) {
    await readToEnd(log, { stream, partition, offset: start }, (record) => void records.push(record));
  }
  const decoded = await journal.decode(records);
  return records.map(({ stream, key, value }, index) => ({
    stream,
    subject: subjectOfRecordKey(key),
    hasValue: value !== null,
    text: `${value?.toString('latin1') ?? ''} ${JSON.stringify(decoded[index])}`,
  }));
}

test('an erased subject is in no record of any restored backup, packs included', async () => {
  const { hub, database, settings, report, accounts, elsewhere } = await openBackedUpHub();
  const [{ id: account, name }] = accounts.data;
  const member = await hub.addMember('Bram Oakenshield');
  await hub.pair(member);
  await hub.append(
    play.map((event) => ({
      ...event,
      subject: account,
      key: event.key.replace(event.subject, account),
      recordId: randomUUID(),
    })),
  );
  await packLog(database);
  const folder = backupFolderOf(settings);
  const connected = await connect(readStandaloneSettings(settings), logger);
  onTestFinished(() => connected.close());
  const { signal } = new AbortController();
  const backUp = (takenAt: number) =>
    takeHubBackup(connected, folder, {
      kind: 'nightly',
      now: () => new Date(takenAt),
      signal,
      onBegin: () => {},
      onRead: () => {},
    });
  const yesterday = await backUp(Date.now() - dayMs);
  await report('ha-death');
  const today = await backUp(Date.now());
  const before = await readWhole(database, settings.HUB_SECRET);
  const about = (records: readonly ReadRecord[]) =>
    records.filter(({ subject, hasValue }) => hasValue && [account, member].includes(subject));
  const naming = (records: readonly ReadRecord[]) =>
    records.filter(({ text }) => [name, 'Oakenshield'].some((word) => text.includes(word)));
  expect(about(before).length).toBeGreaterThan(500);
  expect(naming(before).length).toBeGreaterThan(1);

  await runJson(settings, ['account', 'erase', account]);
  await runJson(settings, ['member', 'erase', 'Bram Oakenshield']);
  await hub.close();
  const listed = (await folder.list()).backups.map(({ file }) => file);
  expect(listed).toEqual([yesterday.file, today.file]);
  for (const { file, manifest } of [yesterday, today]) {
    const segments = manifest.partitions.flatMap((part) => part.segments);
    const contents = await Promise.all(segments.map(folder.readSegment));
    expect(contents.some(holdsPacks)).toBe(true);

    const { settings: place, database: restored } = await elsewhere();
    await runJson(place, ['backup', 'restore', file]);
    const left = await readWhole(restored, settings.HUB_SECRET);
    expect(left.length).toBeGreaterThan(500);
    expect(about(left)).toEqual([]);
    expect(naming(left)).toEqual([]);
    expect((await runJson(place, ['account', 'list'])).accounts).toEqual([]);
    const { members } = await runJson(place, ['member', 'list']);
    expect(members.map((each: { name: string }) => each.name)).toEqual(['Merrin']);
  }
});
