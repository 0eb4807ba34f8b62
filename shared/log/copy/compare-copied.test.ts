import { expect, test } from 'vitest';
import { entriesOf } from '../../../test/support/log/log-entries.ts';
import type { EventLog, LogRecord, Page } from '../event-log.ts';
import { compareCopiedRecords } from './compare-copied.ts';

const records: readonly LogRecord[] = entriesOf('hub.feed', 'a', 2).map((entry, offset) => ({
  ...entry,
  offset,
  appendTime: 1,
}));

function targetOf(...pages: readonly Pick<Page, 'records' | 'end' | 'reachedEnd'>[]): Pick<EventLog, 'read'> {
  const left = [...pages];
  return {
    read: async () =>
      left.splice(0, 1).map((page) => ({ stream: 'hub.feed', partition: 0, start: 0, ...page })),
  };
}

test('a page of a broker that did not answer yet is not the end of the target', async () => {
  const unanswered = { records: [], end: 0, reachedEnd: false };
  const answered = { records, end: 2, reachedEnd: true };
  await compareCopiedRecords(targetOf(unanswered, answered), [{ offsets: [0, 1], records }]);
});

test('a target that ends without a record of a permanent stream is refused', async () => {
  const [first] = records;
  const short = { records: first === undefined ? [] : [first], end: 1, reachedEnd: true };
  await expect(compareCopiedRecords(targetOf(short), [{ offsets: [0, 1], records }])).rejects.toMatchObject({
    code: 'topic_differs',
  });
});
