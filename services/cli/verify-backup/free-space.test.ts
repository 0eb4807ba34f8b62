import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { freshDatabase } from '../../../test/support/postgres/database.ts';
import { missingSpace, requireFreeSpace, watchFreeSpace } from './free-space.ts';

const empty = { directory: tmpdir(), minFreeBytes: 0 };
const full = { directory: tmpdir(), minFreeBytes: Number.MAX_SAFE_INTEGER };

test('a copy of the tables needs 1.5 times their size, in addition to the minimum for reports', () => {
  expect(missingSpace(1_000, { freeBytes: 1_700, leastBytes: 200 })).toBe(0);
  expect(missingSpace(1_000, { freeBytes: 1_699, leastBytes: 200 })).toBe(1);
});

test('a verification without enough space is refused with one line, and stops when reports would be refused', async () => {
  const { database } = await freshDatabase('projections');
  await requireFreeSpace(database, empty);
  await expect(requireFreeSpace(database, full)).rejects.toMatchObject({
    code: 'no_room',
    message: expect.stringMatching(
      /^a backup is verified in .* lacks \d+ MB: free some space, or set BACKUP_DRILL=off$/,
    ),
  });

  const work = new AbortController();
  await watchFreeSpace(full, work, new AbortController().signal);
  expect(work.signal.reason).toMatchObject({
    code: 'no_room',
    message: expect.stringContaining('the verification was stopped'),
  });

  const going = new AbortController();
  await watchFreeSpace(empty, going, AbortSignal.timeout(50));
  expect(going.signal.aborted).toBe(false);
});
