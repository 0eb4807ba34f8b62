import { expect, test } from 'vitest';
import { LogUnavailable } from '../../errors/errors.ts';
import type { LogRecord, Page } from '../event-log.ts';
import { readRecordAt } from './read-record-at.ts';

const place = { stream: 'hub.xp', partition: 0 } as const;
const record = (offset: number) => ({ ...place, offset }) as LogRecord;
const readAt5 = (page: Partial<Page>) =>
  readRecordAt(
    { read: async () => [{ ...place, records: [], start: 0, end: 9, reachedEnd: true, ...page }] },
    { ...place, offset: 5 },
  );

test('a record is found, or is gone, or is not appended yet', async () => {
  expect(await readAt5({ records: [record(5)] })).toEqual(record(5));
  expect(await readAt5({ records: [record(6)] })).toBeNull();
  expect(await readAt5({})).toBeNull();
  expect(await readAt5({ end: 5 })).toBeNull();
  expect(await readAt5({ end: 3, reachedEnd: false })).toBeNull();
});

test('a partition without an answer says nothing about its record', async () => {
  await expect(readAt5({ end: 5, reachedEnd: false })).rejects.toThrow(LogUnavailable);
});
