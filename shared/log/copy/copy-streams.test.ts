import { expect, test } from 'vitest';
import { entriesOf } from '../../../test/support/log/log-entries.ts';
import { readAll } from '../../../test/support/log/log-records.ts';
import { openTestLog } from '../../projection/testing/open-test-log.ts';
import type { LogRecord } from '../event-log.ts';
import { importAtOffsets } from '../postgres/appending/import-timed-records.ts';
import { copyStreams } from './copy-streams.ts';

test('batches keep within their limit of bytes', async () => {
  const { journal } = await openTestLog();
  const value = Buffer.alloc(10_000, 1);
  await journal.log.append(entriesOf('hub.feed', 'a', 300).map((each) => ({ ...each, value })));
  const target = await openTestLog();
  const batches: number[] = [];
  await copyStreams({
    source: journal.log,
    target: target.journal.log,
    streams: ['hub.feed'],
    signal: new AbortController().signal,
    onCopied: (_stream, { records }) => {
      batches.push(records);
    },
  });
  expect(batches.reduce((sum, records) => sum + records, 0)).toBe(300);
  expect(Math.max(...batches)).toBeLessThanOrEqual(10);
});

test('decreasing times within a partition stay unchanged, even when a copy continues', async () => {
  const { journal, database } = await openTestLog();
  await journal.log.append(entriesOf('hub.state', 'a', 1_200));
  await database.run({
    text: 'update log.hub_state set append_time = append_time - 2000 where "offset" % 3 <> 0',
  });
  const target = await openTestLog();
  const stop = new AbortController();
  const copy = (signal: AbortSignal, onCopied = () => {}) =>
    copyStreams({
      source: journal.log,
      target: target.journal.log,
      streams: ['hub.state'],
      signal,
      onCopied,
    });
  await expect(copy(stop.signal, () => stop.abort(new Error('stopped')))).rejects.toThrow('stopped');
  const copied = await copy(new AbortController().signal);
  const source = await readAll(journal.log, ['hub.state']);
  expect(await readAll(target.journal.log, ['hub.state'])).toEqual(source);
  expect(copied.filter(({ end }) => end > 0)).toEqual([
    expect.objectContaining({ end: 1_200, lastTime: source.at(-1)?.appendTime }),
  ]);
});

test('offsets with gaps stay the same in a copy that keeps offsets, and another record is refused', async () => {
  const { journal, database } = await openTestLog();
  await journal.log.append(entriesOf('hub.state', 'a', 1_500));
  await database.run({
    text: 'delete from log.hub_state where "offset" < 40 or "offset" % 5 = 2 or "offset" between 600 and 1200',
  });
  await database.run({ text: 'update log.partition set start_offset = 40 where next_offset > 0' });
  const opened = await openTestLog();
  const target = {
    ...opened.journal.log,
    import: (records: readonly LogRecord[]) => importAtOffsets(opened.database, records),
  };
  const copy = () =>
    copyStreams({
      source: journal.log,
      target,
      keepsOffsets: true,
      streams: ['hub.state'],
      signal: new AbortController().signal,
      onCopied: () => {},
    });
  const source = await readAll(journal.log, ['hub.state']);
  for (let runs = 0; runs < 2; runs += 1) {
    const copied = await copy();
    expect(await readAll(opened.journal.log, ['hub.state'])).toEqual(source);
    expect(copied.filter(({ records }) => records > 0)).toEqual([
      expect.objectContaining({ records: source.length, sourceStart: 40, sourceEnd: 1_500, end: 1_500 }),
    ]);
  }
  await opened.database.run({
    text: `update log.hub_state set "offset" = 62 where "offset" = 63`,
  });
  await expect(copy()).rejects.toMatchObject({ code: 'topic_differs' });
});
