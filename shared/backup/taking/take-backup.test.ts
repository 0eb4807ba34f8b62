import { readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { gameEvent } from '../../../projections/event-feed/testing/game-events.ts';
import { entriesOf, entry } from '../../../test/support/log/log-entries.ts';
import { eraseSubjectsFromLog } from '../../log/erase-subjects-from-log.ts';
import { openBackupFolder } from '../folder/backup-folder.ts';
import { readCheckedJson, writeSignedJson } from '../folder/checked-json.ts';
import { nodeDisk } from '../folder/disk.ts';
import { backupFormat, readManifest } from '../folder/manifest.ts';
import { readSegmentRecords } from '../segments/read-segment.ts';
import { failingDisk, openBackupTest, readKeysOf } from '../testing/open-backup-test.ts';

type Test = Awaited<ReturnType<typeof openBackupTest>>;

const segmentFiles = async ({ path }: Test) => (await readdir(join(path, 'segments'))).sort();

async function recordsOf({ folder }: Test, file: string) {
  const { manifest } = await folder.inspectBackup(file);
  const records = [];
  for (const part of manifest.partitions) {
    for (const segment of part.segments) records.push(...(await readSegmentRecords(folder, part, segment)));
  }
  return records;
}

test('the first backup writes every record except raw payloads, the next only new records, and without new records only a manifest', async () => {
  const opened = await openBackupTest();
  const { journal, read, backUp, folder } = opened;
  await journal.log.append([
    ...entriesOf('hub.xp', 'a', 3),
    ...entriesOf('hub.feed', 'a', 2),
    ...entriesOf('hub.state', 'a', 2),
    ...entriesOf('hub.raw', 'a', 2),
  ]);
  const first = await backUp();
  expect(first.manifest).toMatchObject({ records: 7, kind: 'nightly', log: 'embedded' });
  expect(first.manifest.bytes).toBeGreaterThan(0);
  const before = await segmentFiles(opened);
  expect(before).toHaveLength(3);
  const saved = await recordsOf(opened, first.file);
  const [page] = await journal.log.read([{ stream: 'hub.feed', partition: 0, offset: 0 }], {
    maxRecords: 10,
    waitMs: 0,
  });
  expect(saved.filter(({ stream }) => stream === 'hub.feed')).toEqual(page?.records);

  await journal.log.append(entriesOf('hub.xp', 'a', 2));
  const second = await backUp();
  expect(read.records).toBe(2);
  expect(second.manifest.records).toBe(9);
  expect(await segmentFiles(opened)).toEqual(expect.arrayContaining(before));
  expect(await segmentFiles(opened)).toHaveLength(4);

  const third = await backUp();
  expect(third.manifest).toMatchObject({ bytes: 0, records: 9 });
  expect(await segmentFiles(opened)).toHaveLength(4);
  // Three backups in one day: the rotation keeps the newest.
  expect((await folder.list()).backups.map(({ file }) => file)).toEqual([third.file]);
  expect([first, second, third].map(({ deleted }) => deleted)).toEqual([0, 1, 1]);
});

test('a compacted stream is copied completely after a change', async () => {
  const opened = await openBackupTest();
  const { journal, backUp } = opened;
  await journal.log.append(entriesOf('hub.state', 'a', 3));
  await backUp();
  await journal.log.append(entriesOf('hub.state', 'a', 1));
  const { file, manifest } = await backUp();
  expect(manifest.records).toBe(4);
  expect((await recordsOf(opened, file)).map(({ offset }) => offset)).toEqual([0, 1, 2, 3]);
  expect(await segmentFiles(opened)).toHaveLength(1);
});

test('a backup that is killed at any step is not listed, damages no other backup, and is cleaned up by the next backup', async () => {
  const opened = await openBackupTest();
  const { journal, backUp, folder } = opened;
  await journal.log.append([...entriesOf('hub.xp', 'a', 3), ...entriesOf('hub.feed', 'a', 2)]);
  const good = await backUp();
  let kills = 0;
  for (let changes = 0; ; changes += 1) {
    await journal.log.append([entry('hub.xp', 'a'), entry('hub.gear', 'b')]);
    const killed = await backUp({ disk: failingDisk(changes, new Error('killed')) }).catch((error) => error);
    if (!(killed instanceof Error)) break;
    kills += 1;
    const { backups, refused } = await folder.list();
    expect(refused).toEqual([]);
    // A backup that is killed during the rotation was already taken.
    expect(backups.length).toBeGreaterThanOrEqual(1);
    for (const { file } of backups) await recordsOf(opened, file);
  }
  expect(kills).toBeGreaterThanOrEqual(5);
  const last = await backUp();
  expect((await folder.list()).backups.map(({ file }) => file)).toEqual([last.file]);
  expect(last.file).not.toBe(good.file);
  const named = last.manifest.partitions.flatMap(({ segments }) => segments.map(({ file }) => file));
  expect(await segmentFiles(opened)).toEqual([...named].sort());
  expect((await readdir(opened.path)).sort()).toEqual([last.file, 'hub.json', 'keys.zst', 'segments'].sort());
  expect(await recordsOf(opened, last.file)).toHaveLength(last.manifest.records);
});

test('a full disk, a read-only folder and a stop each end the backup with one line', async () => {
  const { journal, backUp, folder, path } = await openBackupTest();
  await journal.log.append(entriesOf('hub.xp', 'a', 3));
  const full = Object.assign(new Error('no space'), { code: 'ENOSPC' });
  await expect(backUp({ disk: failingDisk(0, full) })).rejects.toMatchObject({
    code: 'backup_dir_failed',
    message: expect.stringMatching(
      /^BACKUP_DIR .* failed \(ENOSPC\): free some space on its disk; earlier backups/,
    ),
  });
  const readOnly = Object.assign(new Error('read-only'), { code: 'EROFS' });
  const disk = { ...nodeDisk, createFolder: () => Promise.reject(readOnly) };
  await expect(backUp({ disk })).rejects.toThrow('its file system is read-only: set BACKUP_DIR');
  await expect(backUp({ signal: AbortSignal.abort(new Error('stopped')) })).rejects.toThrow('stopped');
  expect((await folder.list()).backups).toEqual([]);
  expect(await readdir(path)).not.toContain('keys.zst');
});

test('a BACKUP_DIR that is a file is reported', async () => {
  const { backUp, folder, path, signer } = await openBackupTest();
  const { manifest } = await backUp();
  const file = join(path, 'keys.zst');
  const inFile = openBackupFolder(file, signer);
  const isNone =
    'it is not a folder, or its parent is not a folder: set BACKUP_DIR to a folder; earlier backups are unchanged';
  await expect(inFile.list()).rejects.toThrow(`BACKUP_DIR ${file} failed (ENOTDIR): ${isNone}`);
  await expect(inFile.addBackup(manifest)).rejects.toThrow(`BACKUP_DIR ${file} failed (EEXIST): ${isNone}`);
  expect((await folder.list()).refused).toEqual([]);
});

test.each([
  ['EACCES', 'let the user that runs the hub read and write there, or set BACKUP_DIR to another folder'],
  ['EROFS', 'its file system is read-only: set BACKUP_DIR to another folder'],
])(
  'a folder that became read-only (%s) ends the backup with one line, and the backups there stay good',
  async (code, fix) => {
    const opened = await openBackupTest();
    const { journal, backUp, folder, path } = opened;
    await journal.log.append(entriesOf('hub.xp', 'a', 3));
    const { file, manifest } = await backUp();
    await journal.log.append([entry('hub.xp', 'a')]);
    const before = await readdir(path, { recursive: true });
    const readOnly = async () => {
      throw Object.assign(new Error('not to be written'), { code });
    };
    const disk = { ...nodeDisk, write: readOnly, remove: readOnly };
    await expect(backUp({ disk })).rejects.toMatchObject({
      code: 'backup_dir_failed',
      message: `BACKUP_DIR ${path} failed (${code}): ${fix}; earlier backups are unchanged`,
    });
    expect(await readdir(path, { recursive: true })).toEqual(before);
    expect((await folder.list()).backups).toEqual([{ file, manifest }]);
    expect(await recordsOf(opened, file)).toHaveLength(3);
  },
);

test('lost, cut or changed segments are found and written again', async () => {
  const opened = await openBackupTest();
  const { journal, backUp, path } = opened;
  await journal.log.append(entriesOf('hub.feed', 'a', 3));
  const first = await backUp();
  const [file = ''] = await segmentFiles(opened);
  const segment = join(path, 'segments', file);
  const whole = await readFile(segment);

  const flipped = Buffer.from(whole);
  flipped.writeUInt8(flipped.readUInt8(20) ^ 1, 20);
  await writeFile(segment, flipped);
  await expect(recordsOf(opened, first.file)).rejects.toMatchObject({ code: 'segment_damaged' });

  const mended = await backUp();
  expect(mended.mended).toBe(1);
  expect(await recordsOf(opened, mended.file)).toHaveLength(3);

  const [other = ''] = await segmentFiles(opened);
  await truncate(join(path, 'segments', other), whole.length - 1);
  await expect(recordsOf(opened, mended.file)).rejects.toMatchObject({ code: 'segment_damaged' });
  const second = await backUp();
  expect(await recordsOf(opened, second.file)).toHaveLength(3);

  for (const left of await segmentFiles(opened)) await rm(join(path, 'segments', left));
  await expect(recordsOf(opened, second.file)).rejects.toMatchObject({ code: 'segment_damaged' });
  const third = await backUp();
  expect(third.mended).toBe(1);
  expect(await recordsOf(opened, third.file)).toHaveLength(3);
  expect((await backUp()).mended).toBe(0);
});

test('a lost segment that is written again is also compared with the log', async () => {
  const opened = await openBackupTest();
  const { journal, backUp, path } = opened;
  await journal.log.append(entriesOf('hub.feed', 'a', 3));
  await backUp();
  const [file = ''] = await segmentFiles(opened);
  await rm(join(path, 'segments', file));
  const write: typeof nodeDisk.write = async (to, content) =>
    nodeDisk.write(to, to.endsWith(file) ? content.slice(0, -1) : content);
  const disk = { ...nodeDisk, write };
  await expect(backUp({ disk, compares: true })).rejects.toMatchObject({ code: 'segment_damaged' });
});

test('an unreadable segment is written again under another name', async () => {
  const opened = await openBackupTest();
  const { journal, backUp } = opened;
  await journal.log.append(entriesOf('hub.feed', 'a', 3));
  await backUp();
  const [file = ''] = await segmentFiles(opened);
  const read: typeof nodeDisk.read = async (path, options) => {
    if (path.endsWith(file)) throw Object.assign(new Error('a bad block'), { code: 'EIO' });
    return nodeDisk.read(path, options);
  };
  const next = await backUp({ disk: { ...nodeDisk, read } });
  expect(next.mended).toBe(1);
  expect(await segmentFiles(opened)).not.toContain(file);
  expect(await recordsOf(opened, next.file)).toHaveLength(3);
});

test('erased data is in no segment of the next backup, and its keys are in no backup', async () => {
  const opened = await openBackupTest();
  const { journal, backUp, folder, erased } = opened;
  await journal.append([gameEvent('accountA0001'), gameEvent('accountB0001')]);
  await journal.log.append([entry('hub.xp', 'accountA0001')]);
  await backUp();
  const subjectsOf = async () =>
    (await readKeysOf(folder))?.records.map(({ key }) => key.split('/')[0]).filter((key) => key !== 'hub');
  expect(await subjectsOf()).toEqual(['accountA0001', 'accountB0001']);

  erased.add('accountA0001');
  await eraseSubjectsFromLog(journal.log, ['accountA0001']);
  const { file } = await backUp();
  const about = (await recordsOf(opened, file)).filter(({ key }) => key === 'accountA0001');
  expect(about.length).toBeGreaterThan(2);
  expect(about.filter(({ value }) => value !== null)).toEqual([]);
  expect(await subjectsOf()).toEqual(['accountB0001']);
  expect((await readKeysOf(folder))?.erased).toEqual(['accountA0001']);
  // Offsets stay, so cursors stay valid.
  const feed = (await recordsOf(opened, file)).filter(({ stream }) => stream === 'hub.feed');
  expect(feed.map(({ offset }) => offset)).toEqual([0, 1, 2]);
});

test("an erasure removes the values of the subject's records from packs, and leaves the other records", async () => {
  const opened = await openBackupTest();
  const { journal, backUp, erased, pack } = opened;
  await journal.log.append([...entriesOf('hub.feed', 'a', 300), ...entriesOf('hub.feed', 'b', 300)]);
  await pack();
  const first = await backUp();
  const before = await recordsOf(opened, first.file);
  erased.add('a');
  const { file } = await backUp();
  const emptied = before.map((record) => (record.key === 'a' ? { ...record, value: null } : record));
  expect(await recordsOf(opened, file)).toEqual(emptied);
});

test('a segment never holds more than an erasure can unpack, however small its packs are', async () => {
  const opened = await openBackupTest();
  const { journal, backUp, erased, pack, folder } = opened;
  // 250 records are 4 MB, and a few KB when packed.
  const large = { value: Buffer.alloc(16_000, 'g') };
  for (let times = 0; times < 6; times += 1) {
    await journal.log.append(entriesOf('hub.feed', 'a', 250).map((each) => ({ ...each, ...large })));
  }
  await pack();
  const { manifest } = await backUp();
  const [part] = manifest.partitions.filter(({ stream }) => stream === 'hub.feed');
  expect(part?.segments.map(({ records }) => records)).toEqual([750, 750]);
  erased.add('a');
  const { file } = await backUp();
  expect((await folder.list()).backups.map((listed) => listed.file)).toEqual([file]);
  expect((await recordsOf(opened, file)).map(({ value }) => value)).toEqual(Array(1_500).fill(null));
});

test('a damaged keys.zst is replaced, and erased subjects stay erased', async () => {
  const { journal, backUp, folder, path, erased } = await openBackupTest();
  await journal.log.append(entriesOf('hub.xp', 'a', 1));
  erased.add('accountA0001');
  await backUp();
  erased.clear();
  await writeFile(join(path, 'keys.zst'), 'something else');
  await expect(folder.inspectKeys()).rejects.toMatchObject({ code: 'backup_damaged' });
  await backUp();
  expect((await readKeysOf(folder))?.erased).toEqual(['accountA0001']);
});

test('a folder of another hub is refused, and a log that lost records is backed up from its start', async () => {
  const one = await openBackupTest();
  await one.journal.log.append(entriesOf('hub.xp', 'a', 3));
  const { file } = await one.backUp();
  const other = await openBackupTest();
  await expect(other.backUp({ folder: one.folder })).rejects.toMatchObject({ code: 'other_hub' });
  expect((await one.folder.list()).backups.map((backup) => backup.file)).toEqual([file]);

  // The restore of a dump leaves this state: the log has other records at the same offsets.
  await one.database.run({ text: `delete from log.hub_xp` });
  await one.database.run({ text: `update log.partition set next_offset = 0 where stream = 'hub.xp'` });
  await one.journal.log.append(entriesOf('hub.xp', 'a', 4));
  const again = await one.backUp();
  const [page] = await one.journal.log.read(
    [{ stream: 'hub.xp', partition: entry('hub.xp', 'a').partition, offset: 0 }],
    { maxRecords: 10, waitMs: 0 },
  );
  expect(await recordsOf(one, again.file)).toEqual(page?.records);
});

test('a log that lacks a record of a permanent stream is not backed up as complete', async () => {
  const { journal, backUp, database } = await openBackupTest();
  await journal.log.append(entriesOf('hub.feed', 'a', 3));
  await database.run({ text: 'delete from log.hub_feed where "offset" = 1' });
  await expect(backUp()).rejects.toMatchObject({
    code: 'log_has_a_hole',
    message: expect.stringContaining('lacks record 1 of hub.feed/0'),
  });
});

test('many small segments are rewritten as one segment', async () => {
  const opened = await openBackupTest();
  for (let night = 0; night < 33; night += 1) {
    await opened.journal.log.append([entry('hub.feed', 'a')]);
    await opened.backUp();
  }
  expect(await segmentFiles(opened)).toEqual(['hub.feed-0-0-33.zst']);
});

test('a manifest that was changed, cut or written by a later release is reported, and its segments stay', async () => {
  const opened = await openBackupTest();
  const { journal, backUp, folder, path, signer } = opened;
  await journal.log.append(entriesOf('hub.feed', 'a', 3));
  const { file, manifest } = await backUp();
  const text = await readFile(join(path, file), 'utf8');
  expect(readManifest(file, text, signer)).toEqual({ document: manifest, state: 'authentic' });
  const refused = (changed: string) => expect(() => readManifest(file, changed, signer));
  refused(text.replace('"records":3', '"records":2')).toThrow('is damaged');
  refused(text.slice(0, -5)).toThrow('is damaged');
  refused(text.replace('hub.feed-0-0-3', '../../etc/passwd')).toThrow('is damaged');
  const newer = writeSignedJson('manifest', { ...manifest, format: backupFormat + 1 }, signer);
  refused(newer).toThrow(/written by a later release \(format 5/);
  expect(() => readCheckedJson(file, '', expect.anything() as never, { format: 1 })).toThrow('is damaged');

  await writeFile(join(path, file), newer);
  const before = await segmentFiles(opened);
  await journal.log.append(entriesOf('hub.feed', 'a', 1));
  const next = await backUp();
  const { backups, refused: others } = await folder.list();
  expect(backups.map((each) => each.file)).toEqual([next.file]);
  expect(others).toMatchObject([{ file, error: { code: 'newer_backup' } }]);
  expect(await segmentFiles(opened)).toEqual(expect.arrayContaining(before));
});
