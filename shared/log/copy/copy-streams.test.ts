import { expect, test } from 'vitest';
import { entriesOf } from '../../../test/support/log/log-entries.ts';
import { readAll } from '../../../test/support/log/log-records.ts';
import { openTestLog } from '../../projection/testing/open-test-log.ts';
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
