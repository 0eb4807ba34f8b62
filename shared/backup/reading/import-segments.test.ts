import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { entriesOf } from '../../../test/support/log/log-entries.ts';
import { readAll } from '../../../test/support/log/log-records.ts';
import { pause } from '../../async/waiting.ts';
import type { StreamName } from '../../events/streams.ts';
import { compressPack } from '../../log/records/pack.ts';
import type { Database } from '../../postgres/database.ts';
import { openTestLog } from '../../projection/testing/open-test-log.ts';
import { sha256Of } from '../folder/checked-json.ts';
import { segmentOfPacks } from '../segments/segment-content.ts';
import { openBackupTest } from '../testing/open-backup-test.ts';
import { type ImportSegmentsOptions, importSegments } from './import-segments.ts';
import { readRestorableBackup } from './read-backup.ts';

async function openTarget() {
  const { journal, database } = await openTestLog();
  const keptOf = (stream: StreamName) =>
    database.one({
      text: `select (select sum(next_offset) from log.partition where stream = $1)::int as records,
                    (select count(*) from log.pack where stream = $1)::int as packs,
                    (select count(*) from log.record where stream = $1)::int as rows`,
      values: [stream],
    });
  const importAll = (
    from: Pick<ImportSegmentsOptions, 'folder' | 'backup'>,
    changed: Partial<ImportSegmentsOptions> = {},
  ) =>
    importSegments({
      ...from,
      log: journal.log,
      database,
      signal: new AbortController().signal,
      onCopied: () => {},
      ...changed,
    });
  return { log: journal.log, database, keptOf, importAll };
}

const packsOf = (database: Database, stream: StreamName) =>
  database.many({
    text: 'select first_offset, past_offset, records from log.pack where stream = $1 order by partition, first_offset',
    values: [stream],
  });

const lastTimeOf = (database: Database, stream: StreamName) =>
  database.one({ text: 'select last_time as time from log.partition where stream = $1', values: [stream] });

test('permanent streams are packed during the import, other streams become rows, and an interrupted import continues', async () => {
  const { journal, folder, backUp } = await openBackupTest();
  const large = { value: Buffer.alloc(10_000, 1) };
  let file = '';
  // Segments of different lengths; one stream needs more than one transaction.
  for (const count of [130, 300, 590]) {
    const feed = entriesOf('hub.feed', 'a', count).map((each) => ({ ...each, ...large }));
    await journal.log.append([...entriesOf('hub.xp', 'a', count), ...feed]);
    await journal.log.append(entriesOf('hub.location', 'a', count));
    file = (await backUp()).file;
  }
  const backup = await readRestorableBackup(folder, file);
  const target = await openTarget();
  const stop = new AbortController();
  const onCopied = (stream: StreamName) => {
    if (stream === 'hub.feed') stop.abort(new Error('stopped'));
  };
  await expect(target.importAll({ folder, backup }, { signal: stop.signal, onCopied })).rejects.toThrow(
    'stopped',
  );
  const offsets = { all: 0 };
  await target.importAll(
    { folder, backup },
    {
      onCopied: (_, step) => {
        offsets.all += step.offsets;
      },
    },
  );
  expect(offsets.all).toBe(3 * 1_020);
  const streams: StreamName[] = ['hub.xp', 'hub.feed', 'hub.location'];
  expect(await readAll(target.log, streams)).toEqual(await readAll(journal.log, streams));
  const packed = { records: 1_020, packs: 4, rows: 20 };
  expect(await target.keptOf('hub.xp')).toEqual(packed);
  expect(await target.keptOf('hub.feed')).toEqual(packed);
  expect(await target.keptOf('hub.location')).toEqual({ records: 1_020, packs: 0, rows: 1_020 });
});

test('imported records get consecutive offsets, and records of erased subjects have no value', async () => {
  const { journal, database, folder, erased, backUp } = await openBackupTest();
  await journal.log.append([...entriesOf('hub.state', 'a', 600), ...entriesOf('hub.xp', 'b', 300)]);
  await journal.log.append([...entriesOf('hub.xp', 'c', 300), ...entriesOf('hub.state', 'b', 3)]);
  await database.run({ text: 'delete from log.hub_state where "offset" % 3 = 1' });
  const { file } = await backUp();
  const backup = await readRestorableBackup(folder, file);
  const target = await openTarget();
  erased.add('b');
  await target.importAll({ folder, backup: { ...backup, keys: { ...backup.keys, erased: [...erased] } } });
  const streams: StreamName[] = ['hub.state', 'hub.xp'];
  const next = new Map<string, number>();
  const expected = (await readAll(journal.log, streams)).map((record) => {
    const place = `${record.stream} ${record.partition}`;
    const offset = next.get(place) ?? 0;
    next.set(place, offset + 1);
    return { ...record, offset, value: record.key === 'b' ? null : record.value };
  });
  expect(await readAll(target.log, streams)).toEqual(expected);
  expect(expected.filter(({ value }) => value === null).length).toBeGreaterThan(300);
});

test('packs are backed up and restored unchanged, except the values of erased subjects', async () => {
  const { journal, database, folder, erased, backUp, pack } = await openBackupTest();
  await journal.log.append([...entriesOf('hub.xp', 'a', 600), ...entriesOf('hub.feed', 'b', 300)]);
  await pack();
  await backUp();
  // The next backup begins in the middle of a pack.
  await journal.log.append([...entriesOf('hub.xp', 'a', 200), ...entriesOf('hub.feed', 'c', 200)]);
  await pause(2);
  await journal.log.append(entriesOf('hub.feed', 'c', 250));
  await pack();
  const { file, manifest } = await backUp();
  expect(manifest.format).toBe(4);
  const backup = await readRestorableBackup(folder, file);
  const streams: StreamName[] = ['hub.xp', 'hub.feed'];
  const source = await readAll(journal.log, streams);
  const target = await openTarget();
  await target.importAll({ folder, backup });
  expect(await readAll(target.log, streams)).toEqual(source);
  expect(await target.keptOf('hub.xp')).toEqual({ records: 800, packs: 3, rows: 50 });
  expect(await lastTimeOf(target.database, 'hub.feed')).toEqual({ time: source.at(-1)?.appendTime });
  const [first, second] = await packsOf(database, 'hub.xp');
  // The backup split the third pack, so the import packed its records again.
  expect((await packsOf(target.database, 'hub.xp')).slice(0, 2)).toEqual([first, second]);

  erased.add('b');
  const without = await openTarget();
  await without.importAll({ folder, backup: { ...backup, keys: { ...backup.keys, erased: [...erased] } } });
  const emptied = source.map((record) => (record.key === 'b' ? { ...record, value: null } : record));
  expect(await readAll(without.log, streams)).toEqual(emptied);
});

test('append times that go back are imported unchanged; they come from a broker whose clock was behind', async () => {
  const { journal, database, folder, backUp, pack } = await openBackupTest();
  const streams: StreamName[] = ['hub.feed', 'hub.xp', 'hub.state'];
  const letFall = async () => {
    for (const table of ['log.hub_xp', 'log.hub_state', 'log.hub_feed']) {
      await database.run({
        text: `update ${table} set append_time = append_time - 2000 where "offset" % 3 = 1`,
      });
    }
  };
  await journal.log.append(entriesOf('hub.feed', 'a', 500));
  await letFall();
  // Packs the feed. The records of the other streams stay rows.
  await pack();
  const rest = [...entriesOf('hub.xp', 'a', 300), ...entriesOf('hub.state', 'a', 300)];
  await journal.log.append(rest);
  await letFall();
  const { file } = await backUp();
  const source = await readAll(journal.log, streams);
  const feed = source.filter(({ stream }) => stream === 'hub.feed').map(({ appendTime }) => appendTime);
  expect(feed.at(-1)).toBe(Math.max(...feed) - 2_000);

  const target = await openTarget();
  await target.importAll({ folder, backup: await readRestorableBackup(folder, file) });
  expect(await readAll(target.log, streams)).toEqual(source);
  expect(await target.keptOf('hub.feed')).toEqual({ records: 500, packs: 2, rows: 0 });
  // Later appends get this time or a later time.
  expect(await lastTimeOf(target.database, 'hub.feed')).toEqual({ time: Math.max(...feed) });
});

test('an import reports a segment whose packs differ from their headers', async () => {
  const { journal, folder, path, backUp, pack } = await openBackupTest();
  await journal.log.append(entriesOf('hub.feed', 'a', 250));
  await pack();
  const { file, manifest } = await backUp();
  const backup = await readRestorableBackup(folder, file);
  const [part] = manifest.partitions.filter(({ stream }) => stream === 'hub.feed');
  const [segment] = part?.segments ?? [];
  if (part === undefined || segment === undefined) throw new Error('nothing was backed up');
  const bytes = await readFile(join(path, 'segments', segment.file));
  const reading = async (changed: Buffer) => {
    await writeFile(join(path, 'segments', segment.file), changed);
    const named = { ...segment, bytes: changed.length, sha256: sha256Of(changed) };
    const partitions = [{ ...part, segments: [named] }];
    const target = await openTarget();
    return target.importAll({ folder, backup: { ...backup, manifest: { ...manifest, partitions } } });
  };
  await reading(bytes);
  // Byte 7 belongs to the number of records, and byte 60 to the content.
  for (const at of [7, 60]) {
    const changed = Buffer.from(bytes);
    changed[at] = (changed[at] ?? 0) ^ 1;
    await expect(reading(changed), `${at}`).rejects.toMatchObject({ code: 'segment_damaged' });
  }
  await expect(reading(bytes.subarray(0, -1))).rejects.toMatchObject({ code: 'segment_damaged' });
  const none = segmentOfPacks([{ records: 250, bytes: compressPack(Buffer.from('no columns')) }]);
  await expect(reading(none)).rejects.toMatchObject({ code: 'segment_damaged' });
});

test('a damaged segment stops the import of the other segments', async () => {
  const { journal, folder, path, backUp } = await openBackupTest();
  const subjects = Array.from({ length: 60 }, (_, index) => `account${index}`);
  await journal.log.append(subjects.flatMap((subject) => entriesOf('hub.xp', subject, 20)));
  const { file, manifest } = await backUp();
  const [first] = manifest.partitions.flatMap(({ segments }) => segments);
  await writeFile(join(path, 'segments', first?.file ?? ''), 'damaged');
  const target = await openTarget();
  const backup = await readRestorableBackup(folder, file);
  await expect(target.importAll({ folder, backup })).rejects.toMatchObject({ code: 'segment_damaged' });
  const imported = await readAll(target.log, ['hub.xp']);
  expect(imported.length).toBeLessThan((subjects.length * 20) / 2);
});
