import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { readAll } from '../../../test/support/log/log-records.ts';
import { openPostgresLogStore } from '../../../test/support/log/postgres-log-store.ts';
import { LogUnavailable } from '../../errors/errors.ts';
import { eraseSubjectsFromLog } from '../erase-subjects-from-log.ts';
import type { EventLog } from '../event-log.ts';
import { openDataKeys } from '../sealing/data-keys.ts';
import { readToEnd } from './read-to-end.ts';

const hubSecret = Buffer.alloc(32, 1);
const position = { stream: 'hub.keys', partition: 0, offset: 0 } as const;

/** The log has one data key, and reads of `view` can lag behind the log. */
async function openLagging() {
  const store = await openPostgresLogStore();
  const log = store.open();
  const writer = openDataKeys({ log, hubSecret });
  await writer.sealingKeys(['known']);
  let seen = Number.POSITIVE_INFINITY;
  const view: EventLog = {
    ...log,
    read: async (positions, options) =>
      (await log.read(positions, options)).map((page) => {
        if (page.end <= seen) return page;
        const records = page.records.filter(({ offset }) => offset < seen);
        return { ...page, records, end: seen, reachedEnd: true };
      }),
  };
  return {
    log,
    view,
    writer,
    lag: async () => {
      seen = (await log.ends(['hub.keys']))[0]?.end ?? 0;
    },
    catchUp: () => {
      seen = Number.POSITIVE_INFINITY;
    },
  };
}

it('reads every record from the given offset', async () => {
  const { log, writer } = await openLagging();
  await writer.sealingKeys(Array.from({ length: 1_500 }, (_, index) => `subject${index}`));
  const offsets: number[] = [];
  expect(await readToEnd(log, { ...position, offset: 100 }, ({ offset }) => offsets.push(offset))).toBe(
    1_501,
  );
  expect(offsets).toEqual(Array.from({ length: 1_401 }, (_, index) => index + 100));
});

it('does not treat a key as destroyed when the read ends before records that other processes appended', async () => {
  const { view, writer, lag, catchUp } = await openLagging();
  const reader = openDataKeys({ log: view, hubSecret });
  await lag();
  const key = (await writer.sealingKeys(['fresh'])).get('fresh');
  const ids = new Set([key?.id ?? '']);
  await expect(reader.openingKeys(ids)).rejects.toThrow(LogUnavailable);
  catchUp();
  expect((await reader.openingKeys(ids)).get(key?.id ?? '')).toMatchObject({ subject: 'fresh' });
});

it('creates no other key for a subject whose erasure it cannot read yet', async () => {
  const { log, view, lag, catchUp } = await openLagging();
  const reader = openDataKeys({ log: view, hubSecret, keysMax: 1 });
  await reader.sealingKeys(['other']);
  await lag();
  const [made] = await readAll(log, ['hub.keys']);
  if (made === undefined) throw new Error('no data key');
  await log.append([{ ...made, recordId: randomUUID(), value: null }]);
  await expect(reader.sealingKeys(['known'])).rejects.toThrow(LogUnavailable);
  catchUp();
  await expect(reader.sealingKeys(['known'])).rejects.toThrow('was erased');
});

it('fails an erasure when it cannot read the newest keys', async () => {
  const { log, view, writer, lag, catchUp } = await openLagging();
  await lag();
  await writer.sealingKeys(['fresh']);
  await expect(eraseSubjectsFromLog(view, ['fresh'])).rejects.toThrow(LogUnavailable);
  catchUp();
  await eraseSubjectsFromLog(view, ['fresh']);
  const keys = (await readAll(log, ['hub.keys'])).filter(({ key }) => key.startsWith('fresh/'));
  expect(keys.at(-1)?.value).toBeNull();
});
