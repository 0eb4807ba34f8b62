import { expect, test } from 'vitest';
import { entriesOf } from '../../../test/support/log/log-entries.ts';
import { compressPack } from '../../log/records/pack.ts';
import { decodeColumns, encodeColumns } from '../../log/records/record-columns.ts';
import { openBackupTest } from '../testing/open-backup-test.ts';
import { compareWithLog } from './compare-with-log.ts';

test('a backup matches its log, also after records were compacted or emptied, until a value differs', async () => {
  const { journal, database, folder, backUp } = await openBackupTest();
  await journal.log.append([...entriesOf('hub.feed', 'a', 3), ...entriesOf('hub.state', 'a', 3)]);
  const { manifest } = await backUp();
  const { log } = journal;
  const { signal } = new AbortController();
  const compare = (known: ReadonlySet<string> = new Set()) =>
    compareWithLog({ folder, log, manifest, known, signal });
  await compare();
  await database.run({ text: 'delete from log.hub_state where "offset" < 2' });
  await database.run({ text: 'update log.hub_feed set value = null where "offset" = 0' });
  await compare();
  await database.run({ text: `update log.hub_feed set value = 'other' where "offset" = 1` });
  await expect(compare()).rejects.toMatchObject({ code: 'segment_differs' });
  await compare(new Set(manifest.partitions.flatMap(({ segments }) => segments.map(({ file }) => file))));
});

test('packs of a backup match the packs of its log, also after values were emptied, until a value differs', async () => {
  const { journal, database, folder, backUp, pack } = await openBackupTest();
  await journal.log.append([...entriesOf('hub.feed', 'a', 100), ...entriesOf('hub.feed', 'b', 150)]);
  await pack();
  const { manifest } = await backUp();
  const { log } = journal;
  const { signal } = new AbortController();
  const reads = { records: 0 };
  const read: typeof log.read = (...asked) => {
    reads.records += 1;
    return log.read(...asked);
  };
  const compare = () => compareWithLog({ folder, log: { ...log, read }, manifest, known: new Set(), signal });
  await compare();
  expect(reads.records).toBe(0);
  await log.emptyRecords(['a']);
  await compare();
  expect(reads.records).toBeGreaterThan(0);
  const place = { stream: 'hub.feed', partition: 0, offset: 0 } as const;
  const wanted = { past: 250, maxRecords: 250, maxBytes: 1_000_000, without: [] };
  const columns = await log.readColumns(place, wanted);
  const records = decodeColumns(place, columns?.bytes ?? Buffer.alloc(0));
  const other = records.map((record) =>
    record.offset === 200 ? { ...record, value: Buffer.from('2') } : record,
  );
  await database.run({
    text: 'update log.pack set records = $1 where stream = $2',
    values: [compressPack(encodeColumns(other)), 'hub.feed'],
  });
  await expect(compare()).rejects.toMatchObject({ code: 'segment_differs' });
});
