import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { entry } from '../../../test/support/log/log-entries.ts';
import { readFrom } from '../../../test/support/log/log-records.ts';
import { dataKeyMade } from '../../events/types/data-key-made.ts';
import { subjectOfRecordKey } from '../../log/records/log-entry.ts';
import type { BackupKeys } from '../folder/backup-keys.ts';
import { backupKeysLockOf } from '../folder/backup-lock.ts';
import { openBackupLog, readRestorableBackup } from '../reading/read-backup.ts';
import { continueBackup } from '../taking/continued-log.ts';
import { nothingWithdrawn, openBackupTest, putBack } from '../testing/open-backup-test.ts';
import { earlierDataKeysMax, findEarlierDataKeys } from './earlier-data-keys.ts';
import { removeWithdrawn } from './remove-withdrawn.ts';

const place = { stream: 'hub.keys', partition: 0, offset: 0 } as const;

function sealedOf(subject: string) {
  const keyId = randomUUID();
  const key = { ...entry('hub.keys', subject), key: `${subject}/${keyId}`, type: dataKeyMade.type };
  return [key, { ...entry('hub.feed', subject), keyId }];
}

/** The restore of an older dump removes the accounts `lost` and `lostToo` from the log. */
async function openPutBack() {
  const opened = await openBackupTest();
  const { journal, database, folder, backUp } = opened;
  const append = (subject: string) => journal.log.append(sealedOf(subject));
  const byHand = () => backUp({ kind: 'manual' });
  await append('before');
  const first = await byHand();
  const dump = await journal.log.ends(['hub.feed', 'hub.keys']);
  await append('lost');
  await append('lostToo');
  const lost = await byHand();
  await putBack(database, dump);
  await append('now');
  const now = await byHand();
  /** The subjects of the data keys in a restore of a backup. */
  const keysOf = async (file: string) => {
    const { read, ends } = openBackupLog(folder, await readRestorableBackup(folder, file));
    const records = await readFrom({ ...journal.log, read }, place);
    const [end] = await ends(['hub.keys']);
    expect(records.at(-1)?.offset).toBe((end?.end ?? 0) - 1);
    expect(records.map(({ offset }) => offset)).toEqual(
      [...new Set(records.map(({ offset }) => offset))].sort((left, right) => left - right),
    );
    return records.map(({ key }) => subjectOfRecordKey(key)).filter((subject) => subject !== 'hub');
  };
  return { ...opened, append, byHand, keysOf, first, lost, now };
}

test('after an older dump was restored, keys stay while listed backups need them', async () => {
  const { folder, byHand, append, keysOf, lost, now, journal } = await openPutBack();
  expect(await keysOf(lost.file)).toEqual(['before', 'now', 'lost', 'lostToo']);

  // Newer records of the log follow the data keys of the backup.
  await append('later');
  const { log } = await continueBackup(folder, await readRestorableBackup(folder, now.file), journal.log);
  expect((await readFrom(log, place)).map(({ key }) => subjectOfRecordKey(key)).slice(1)).toEqual([
    'before',
    'now',
    'later',
  ]);

  const next = await byHand();
  expect(await keysOf(lost.file)).toEqual(['before', 'now', 'later', 'lost', 'lostToo']);
  await folder.removeBackup(lost.file);
  await byHand();
  expect(await keysOf(next.file)).toEqual(['before', 'now', 'later']);
});

test('an erasure removes a key that only earlier backups need, at once and in the next backup', async () => {
  const { folder, journal, database, byHand, erased, keysOf, lost } = await openPutBack();
  const { hub } = lost.manifest;
  const readWithdrawn = async () => ({ ...nothingWithdrawn, erased: ['lost'] });
  await removeWithdrawn({
    folder,
    hub,
    log: journal.log,
    readWithdrawn,
    readNextSequence: async () => 1,
    lockKeys: backupKeysLockOf(database),
  });
  expect(await keysOf(lost.file)).toEqual(['before', 'now', 'lostToo']);
  erased.add('lostToo');
  await byHand();
  expect(await keysOf(lost.file)).toEqual(['before', 'now']);
});

test('the newest keys stay when the log has lost too many keys', () => {
  const records = Array.from({ length: earlierDataKeysMax + 1 }, (_, index) => ({
    ...entry('hub.keys', `account${index}`),
    type: dataKeyMade.type,
    offset: index,
    appendTime: 0,
  }));
  const keysFile: BackupKeys = {
    ...nothingWithdrawn,
    hub: randomUUID(),
    number: 1,
    next_sequence: 1,
    records,
    earlier: [],
  };
  const left = findEarlierDataKeys(keysFile, { records: [], erased: new Set() });
  expect(left).toHaveLength(earlierDataKeysMax);
  expect(left[0]?.key).toBe('account1');
});
