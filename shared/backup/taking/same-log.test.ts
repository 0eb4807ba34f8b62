import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { entriesOf } from '../../../test/support/log/log-entries.ts';
import { readAll } from '../../../test/support/log/log-records.ts';
import { readSegmentRecords } from '../segments/read-segment.ts';
import { openBackupTest, putBack, readKeysOf } from '../testing/open-backup-test.ts';

/** The rotation keeps the backups of `byHand`. */
async function openLog() {
  const opened = await openBackupTest();
  const { journal, folder, backUp } = opened;
  const append = (count: number) => journal.log.append(entriesOf('hub.xp', 'a', count));
  const byHand = () => backUp({ kind: 'manual' });
  const recordsOf = async (file: string) => {
    const { partitions } = await folder.readBackup(file);
    const records = [];
    for (const part of partitions) {
      for (const segment of part.segments) records.push(...(await readSegmentRecords(folder, part, segment)));
    }
    return records;
  };
  return { ...opened, append, byHand, recordsOf };
}

test('after an older dump was restored, each backup reads only the new records, and a backup without new records reads nothing', async () => {
  const { database, journal, read, append, byHand, recordsOf } = await openLog();
  await append(3);
  await byHand();
  const dump = await journal.log.ends(['hub.xp']);
  await append(2);
  await byHand();
  await putBack(database, dump);
  // The log becomes shorter than before the restore, then as long, then longer.
  for (const count of [1, 1, 1]) {
    await append(count);
    const { file, manifest } = await byHand();
    expect(read.records).toBe(count);
    expect(manifest.bytes).toBeGreaterThan(0);
    expect(await recordsOf(file)).toEqual(await readAll(journal.log, ['hub.xp']));
    const again = await byHand();
    expect(read.records).toBe(0);
    expect(again.manifest.bytes).toBe(0);
  }
});

test('an existing segment does not count as written', async () => {
  const { database, journal, read, append, backUp } = await openLog();
  await append(3);
  await backUp();
  const dump = await journal.log.ends(['hub.xp']);
  await append(2);
  await backUp();
  await putBack(database, dump);
  const { manifest } = await backUp();
  expect(read.records).toBe(3);
  expect(manifest.bytes).toBe(0);
});

test('a subject that only a backup from before the restore of a dump lists as erased stays erased in later backups', async () => {
  const { database, journal, path, folder, erased, append, byHand, recordsOf } = await openLog();
  await append(3);
  await byHand();
  const dump = await journal.log.ends(['hub.xp']);
  await append(2);
  erased.add('a');
  await byHand();
  await putBack(database, dump);
  erased.clear();
  await writeFile(join(path, 'keys.zst'), 'torn');
  const { file } = await byHand();
  expect((await recordsOf(file)).map(({ value }) => value)).toEqual([null, null, null]);
  expect((await readKeysOf(folder))?.erased).toEqual(['a']);
});
