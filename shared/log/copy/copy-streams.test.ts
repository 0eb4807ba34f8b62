import { expect, test } from 'vitest';
import { entriesOf } from '../../../test/support/log/log-entries.ts';
import { openTestLog } from '../../projection/testing/open-test-log.ts';
import { copyStreams } from './copy-streams.ts';

test('batches keep to their bytes', async () => {
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
