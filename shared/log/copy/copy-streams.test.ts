import { expect, test } from 'vitest';
import { entriesOf } from '../../../test/support/log/log-entries.ts';
import { readAll } from '../../../test/support/log/log-records.ts';
import { openBackupLog, readRestorable } from '../../backup/read-backup.ts';
import { openBackupTest } from '../../backup/testing/open-backup-test.ts';
import { openTestLog } from '../../projection/testing/open-test-log.ts';
import { copyStreams } from './copy-streams.ts';

test('what a backup has of streams kept for ever is packed as it is copied, and goes on after an interruption', async () => {
  const { journal, folder, backUp } = await openBackupTest();
  const large = { value: Buffer.alloc(1_000, 1) };
  let file = '';
  // Segments of any length; in one stream a block is larger than a batch otherwise is.
  for (const count of [130, 300, 570]) {
    const feed = entriesOf('hub.feed', 'a', count).map((each) => ({ ...each, ...large }));
    await journal.log.append([...entriesOf('hub.xp', 'a', count), ...feed]);
    file = (await backUp()).file;
  }
  const target = await openTestLog();
  const streams = ['hub.xp', 'hub.feed'] as const;
  const copy = async (batches: number) => {
    const stop = new AbortController();
    let left = batches;
    await copyStreams({
      source: openBackupLog(folder, await readRestorable(folder, file)),
      target: target.journal.log,
      streams,
      readBack: false,
      signal: stop.signal,
      onCopied: () => {
        left -= 1;
        if (left === 0) stop.abort(new Error('stopped'));
      },
    });
  };
  await expect(copy(1)).rejects.toThrow('stopped');
  await copy(Number.POSITIVE_INFINITY);
  expect(await readAll(target.journal.log, streams)).toEqual(await readAll(journal.log, streams));
  const kept = await target.database.many({
    text: `select p.stream, p.next_offset::int as records, p.packed_offset::int as packed,
                  (select count(*) from log.pack where pack.stream = p.stream)::int as packs,
                  (select count(*) from log.record where record.stream = p.stream)::int as rows
           from log.partition p
           where p.stream = any ($1) and p.next_offset > 0
           order by 1`,
    values: [streams],
  });
  const whole = { records: 1_000, packed: 1_000, packs: 4, rows: 0 };
  expect(kept).toEqual(streams.toSorted().map((stream) => ({ stream, ...whole })));
});

test.each([
  { stream: 'hub.feed', readBack: true },
  { stream: 'hub.raw', readBack: false },
] as const)(
  'batches that become no packs keep to their bytes: $stream, read back $readBack',
  async (copied) => {
    const { journal } = await openTestLog();
    const { stream, readBack } = copied;
    const value = Buffer.alloc(10_000, 1);
    await journal.log.append(entriesOf(stream, 'a', 300).map((each) => ({ ...each, value })));
    const target = await openTestLog();
    const batches: number[] = [];
    await copyStreams({
      source: journal.log,
      target: target.journal.log,
      streams: [stream],
      readBack,
      signal: new AbortController().signal,
      onCopied: (_stream, { records }) => {
        batches.push(records);
      },
    });
    expect(batches.reduce((sum, records) => sum + records, 0)).toBe(300);
    expect(Math.max(...batches)).toBeLessThanOrEqual(10);
  },
);
