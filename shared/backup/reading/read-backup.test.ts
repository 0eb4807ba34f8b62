import { expect, test } from 'vitest';
import { entriesOf, entry } from '../../../test/support/log/log-entries.ts';
import type { StreamName } from '../../events/streams.ts';
import type { EventLog, LogRecord } from '../../log/event-log.ts';
import { readToEnd } from '../../log/reading/read-to-end.ts';
import { openBackupTest } from '../testing/open-backup-test.ts';
import { openBackupLog, readRestorableBackup } from './read-backup.ts';

async function readAll(log: Pick<EventLog, 'ends' | 'read'>, stream: StreamName): Promise<LogRecord[]> {
  const records: LogRecord[] = [];
  for (const { partition, start } of await log.ends([stream])) {
    await readToEnd(log, { stream, partition, offset: start }, (record) => records.push(record));
  }
  return records;
}

test('a backup reads like its log, across segments and gaps, in pages of any size', async () => {
  const { journal, database, folder, backUp } = await openBackupTest();
  await journal.log.append([...entriesOf('hub.feed', 'a', 3), ...entriesOf('hub.state', 'a', 5)]);
  await backUp();
  await journal.log.append([...entriesOf('hub.feed', 'b', 2), entry('hub.state', 'a')]);
  // Compaction and retention leave such holes.
  await database.run({ text: 'delete from log.hub_state where "offset" in (1, 2, 4)' });
  const { file } = await backUp();
  const copy = openBackupLog(folder, await readRestorableBackup(folder, file));
  for (const stream of ['hub.feed', 'hub.state', 'hub.keys', 'hub.xp'] as const) {
    expect(await readAll(copy, stream)).toEqual(await readAll(journal.log, stream));
  }
  const places = [1, 4].map((offset) => ({ stream: 'hub.feed', partition: 0, offset }) as const);
  const pages = await copy.read(places, { maxRecords: 2, waitMs: 0 });
  expect(pages.map(({ records, reachedEnd }) => [records.map(({ offset }) => offset), reachedEnd])).toEqual([
    [[1], false],
    [[4], true],
  ]);
});

test.each(['rows', 'packs'])(
  'pages of a backup of %s cross blocks and segments, continue in the middle of a block, and serve two readers',
  async (kept) => {
    const { journal, folder, backUp, pack } = await openBackupTest();
    await journal.log.append(entriesOf('hub.feed', 'a', 600));
    if (kept === 'packs') await pack();
    await backUp();
    await journal.log.append(entriesOf('hub.feed', 'b', 300));
    const { file } = await backUp();
    const all = await readAll(journal.log, 'hub.feed');
    const copy = openBackupLog(folder, await readRestorableBackup(folder, file));
    const read = async (offset: number, maxRecords: number) => {
      const [page] = await copy.read([{ stream: 'hub.feed', partition: 0, offset }], {
        maxRecords,
        waitMs: 0,
      });
      return { records: page?.records, reachedEnd: page?.reachedEnd };
    };
    for (const [offset, most] of [
      [0, 500],
      [250, 500],
      [750, 100],
      [850, 500],
      [899, 1],
      [3, 10],
    ] as const) {
      const records = all.slice(offset, offset + most);
      const reachedEnd = offset + most >= all.length;
      expect(await read(offset, most), `${offset}`).toEqual({ records, reachedEnd });
    }
    const [one, other] = await Promise.all([read(13, 400), read(13, 400)]);
    expect(one).toEqual({ records: all.slice(13, 413), reachedEnd: false });
    expect(other).toEqual(one);
  },
);

test('records of subjects erased after the backup have no value, and keys of another hub open nothing', async () => {
  const { journal, folder, backUp, erased } = await openBackupTest();
  await journal.log.append([entry('hub.xp', 'accountA0001'), entry('hub.xp', 'accountB0001')]);
  const { file } = await backUp();
  const backup = await readRestorableBackup(folder, file);
  erased.add('accountA0001');
  const copy = openBackupLog(folder, { ...backup, keys: { ...backup.keys, erased: [...erased] } });
  const values = new Map(
    (await readAll(copy, 'hub.xp')).map(({ key, value }) => [key, value?.toString() ?? null]),
  );
  expect(values.get('accountA0001')).toBeNull();
  expect(values.get('accountB0001')).toContain('accountB0001');

  await folder.writeKeys({ ...backup.keys, hub: '00000000-0000-4000-8000-000000000001' });
  await expect(readRestorableBackup(folder, file)).rejects.toMatchObject({ code: 'no_keys' });
});
