import { expect, onTestFinished, test } from 'vitest';
import { accountSeen } from '../../shared/events/types/account-seen.ts';
import { auditEntryMade } from '../../shared/events/types/audit-entry-made.ts';
import { dataKeyMade } from '../../shared/events/types/data-key-made.ts';
import { secretFingerprinted } from '../../shared/events/types/secret-fingerprinted.ts';
import type { LogEntry } from '../../shared/log/event-log.ts';
import { type OffsetClaim, prepareAppend } from '../../shared/log/postgres/appending/append-statement.ts';
import { importRecords } from '../../shared/log/postgres/appending/import-timed-records.ts';
import { maintainLog } from '../../shared/log/postgres/maintenance/log-maintenance.ts';
import { openPostgresEventLog } from '../../shared/log/postgres/postgres-event-log.ts';
import { readRecordAt } from '../../shared/log/reading/read-record-at.ts';
import { recordsPerBlock } from '../../shared/log/records/record-columns.ts';
import { createLogger } from '../../shared/observability/logger.ts';
import { openNotifications } from '../../shared/postgres/notifications.ts';
import { openDatabase } from '../../shared/postgres/open-database.ts';
import type { DatabaseRole } from '../../shared/postgres/schema/roles.ts';
import { runJson } from '../support/hub/command-line.ts';
import { serviceSettings } from '../support/hub/services.ts';
import { entriesOf, entry } from '../support/log/log-entries.ts';
import { testRetention } from '../support/log/retention.ts';
import { openRoledDatabase } from '../support/postgres/role-logins.ts';

const logger = createLogger({ name: 'test', level: 'silent' });
const hourMs = 3_600_000;

async function openRoledLog() {
  const roled = await openRoledDatabase();
  const owner = { ...(await serviceSettings()), DATABASE_OWNER_URL: roled.ownerUrl };
  const migrate = (settings: Record<string, string> = {}) => runJson({ ...owner, ...settings }, ['migrate']);
  await migrate();
  const as = (role: DatabaseRole) => {
    const url = roled.urlOf(role);
    const database = openDatabase({ url, name: 'test', maxConnections: 1, statementTimeoutMs: 20_000 });
    onTestFinished(() => database.close());
    return database;
  };
  const age = (entries: readonly LogEntry[], ageMs: number) =>
    importRecords(
      roled.database,
      entries.map((each) => ({ ...each, appendTime: Date.now() - ageMs })),
    );
  const offsets = async (stream: string) =>
    (
      await roled.database.many<{ offset: number }>({
        text: 'select "offset" from log.record where stream = $1 order by "offset"',
        values: [stream],
      })
    ).map(({ offset }) => offset);
  return { ...roled, as, migrate, age, offsets };
}

test('the role of the projector appends its own types, and no other record', async () => {
  const projector = (await openRoledLog()).as('hub_projector');
  const append = async (...entries: LogEntry[]) => {
    const { statement, positions } = prepareAppend(entries, { canInsert: false });
    return positions(await projector.many<OffsetClaim>(statement)).map(({ offset }) => offset);
  };
  const note = { ...entry('hub.audit', 'a'), type: auditEntryMade.type };
  const key = { ...entry('hub.keys', 'a'), key: 'a/1', type: dataKeyMade.type };
  const fingerprint = { ...key, key: 'hub/secret/ab', type: secretFingerprinted.type };
  expect(await append(note, fingerprint)).toEqual([0, 0]);
  for (const each of [
    { ...entry('hub.membership', 'a'), type: 'admin-changed' },
    { ...entry('hub.activity', 'a'), type: accountSeen.type },
    { ...entry('hub.audit', 'a'), type: 'subject-erased' },
    { ...note, value: null },
    { ...fingerprint, key: 'hub/secret/cd' },
    { ...fingerprint, value: null },
    { ...key, value: null },
    key,
  ]) {
    const outcome = await append(note, each).catch((error: Error & { code?: string }) => error.code);
    expect([each, outcome]).toEqual([each, '42501']);
  }
  expect(await append(note)).toEqual([1]);
});

test('the role of the projector deletes what has expired or was replaced, and nothing else', async () => {
  const { as, age, offsets, migrate, database } = await openRoledLog();
  const projector = as('hub_projector');
  await age(entriesOf('hub.raw', 'a', 2), 80 * hourMs);
  await age(entriesOf('hub.raw', 'a', 2), 60 * hourMs);
  const state = { ...entry('hub.state', 'a'), key: 'a/hp' };
  await age([state, { ...state, key: 'a/prayer' }, state], hourMs);
  await age(entriesOf('hub.feed', 'a', 2), 9_000 * hourMs);

  // A process that asks for a shorter time deletes nothing that the database keeps.
  const shorter = { ...testRetention, rawPayloadMs: hourMs };
  await expect(maintainLog(projector, shorter)).rejects.toThrow('run hub migrate');
  expect(await offsets('hub.raw')).toEqual([2, 3]);
  expect(await offsets('hub.state')).toEqual([1, 2]);
  for (const call of [
    "log.expire_records('hub.raw', null, -1, 100)",
    "log.expire_records('hub.feed', null, 0, 100)",
    "log.expire_records('hub.keys', null, 0, 100)",
    "log.compact_records('hub.feed', null, 100)",
    "log.compact_records('hub.raw', null, 100)",
    "log.delete_tombstones('hub.raw', null, 100)",
  ]) {
    expect(await projector.one({ text: `select deleted, more from ${call}` })).toEqual({
      deleted: 0,
      more: false,
    });
  }
  expect(await offsets('hub.feed')).toEqual([0, 1]);

  // A longer time is kept.
  const longer = { ...testRetention, rawPayloadMs: 100 * hourMs };
  await age([entry('hub.raw', 'b')], 80 * hourMs);
  await expect(maintainLog(projector, longer)).rejects.toThrow('run hub migrate');
  expect(await offsets('hub.raw')).toHaveLength(3);

  // The owner stores another time.
  await migrate({ RAW_PAYLOAD_RETENTION_HOURS: '50' });
  const stored = { text: `select keep_ms from log.retention where stream = 'hub.raw'` };
  expect(await database.one(stored)).toEqual({ keep_ms: 50 * hourMs });
  await expect(maintainLog(projector, shorter)).rejects.toThrow('run hub migrate');
  expect(await offsets('hub.raw')).toEqual([]);
});

test('ingest reads the records of the feed, also when they are packed', async () => {
  const { as, age } = await openRoledLog();
  await age(entriesOf('hub.feed', 'a', recordsPerBlock + 1), hourMs);
  await maintainLog(as('hub_operator'), null);
  const ingest = as('hub_ingest');
  const notifications = openNotifications(ingest, logger);
  const log = openPostgresEventLog({ database: ingest, notifications, logger });
  onTestFinished(async () => {
    await log.close();
    await notifications.close();
  });
  const feed = { stream: 'hub.feed', partition: 0 } as const;
  for (const offset of [recordsPerBlock - 1, recordsPerBlock]) {
    expect(await readRecordAt(log, { ...feed, offset })).toMatchObject({ offset });
  }
});

test('only hub_operator packs the log', async () => {
  const { as, age, offsets } = await openRoledLog();
  await age(entriesOf('hub.feed', 'a', recordsPerBlock), hourMs);
  const [projector, operator] = [as('hub_projector'), as('hub_operator')];
  expect(await maintainLog(projector, null)).toEqual({ deleted: 0, more: false });
  expect(await offsets('hub.feed')).toHaveLength(recordsPerBlock);
  const past = recordsPerBlock;
  await expect(
    projector.run({ text: `select log.pack_rows('hub.feed', 0, ${past}, '\\x00')` }),
  ).rejects.toMatchObject({ code: '42501' });
  // A console passes no retention, and packs.
  expect(await maintainLog(operator, null)).toMatchObject({ deleted: recordsPerBlock });
  expect(await offsets('hub.feed')).toEqual([]);
});
