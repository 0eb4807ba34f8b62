import { expect, it, vi } from 'vitest';
import { openPostgresLogStore } from '../../../test/support/log/postgres-log-store.ts';
import { eraseSubjectsFromLog } from '../erase-subjects-from-log.ts';
import type { EventLog } from '../event-log.ts';
import { openJournal } from '../open-journal.ts';
import { openDataKeys } from './data-keys.ts';

const hubSecret = Buffer.alloc(32, 1);

it('finds keys that do not fit in memory', async () => {
  const { open } = await openPostgresLogStore();
  const subjects = ['a', 'b', 'c', 'd', 'e'];
  const made = await openDataKeys({ log: open(), hubSecret }).sealingKeys(subjects);
  const ids = new Set([...made.values()].map((key) => key.id));
  const small = openDataKeys({ log: open(), hubSecret, keysMax: 2 });
  const found = await small.openingKeys(new Set([...ids, 'never made']));
  expect(new Set(found.keys())).toEqual(ids);
});

it('gives the same key to concurrent calls for the same new subject', async () => {
  const { open } = await openPostgresLogStore();
  const log = open();
  const keys = openDataKeys({ log, hubSecret });
  const given = await Promise.all([
    keys.sealingKeys(['a', 'b']),
    keys.sealingKeys(['b']),
    keys.sealingKeys(['a', 'a']),
  ]);
  expect(new Set(given.map((found) => found.get('a')?.id ?? found.get('b')?.id)).size).toBe(2);
  expect(await log.ends(['hub.keys'])).toMatchObject([{ end: 2 }]);
});

it('reports which key in the log cannot be used, and can use the other keys', async () => {
  const { open } = await openPostgresLogStore();
  const log = open();
  const other = openDataKeys({ log, hubSecret: Buffer.alloc(32, 2) });
  const foreign = [...(await other.sealingKeys(['a'])).values()].map((key) => key.id);
  const keys = openDataKeys({ log: open(), hubSecret });
  const own = [...(await keys.sealingKeys(['b'])).values()].map((key) => key.id);
  const found = await keys.openingKeys(new Set([...foreign, ...own]));
  expect(foreign.map((id) => found.get(id))).toEqual([expect.any(Error)]);
  expect(own.map((id) => found.get(id))).toMatchObject([{ subject: 'b' }]);
});

it('reads no key before a key is needed', async () => {
  const { open } = await openPostgresLogStore();
  const log = open();
  await openJournal({ log, hubSecret });
  const subjects = Array.from({ length: 1_500 }, (_, index) => `subject${index}`);
  const made = await openDataKeys({ log, hubSecret }).sealingKeys(subjects);
  const read = vi.fn(log.read);
  const watched: EventLog = { ...log, read };
  await openJournal({ log: watched, hubSecret });
  // The page with the first record, which is the fingerprint.
  expect(read).toHaveBeenCalledTimes(1);
  const keys = openDataKeys({ log: watched, hubSecret });
  expect(read).toHaveBeenCalledTimes(1);
  const ids = new Set([...made.values()].map(({ id }) => id));
  expect((await keys.openingKeys(ids)).size).toBe(1_500);
});

it('learns of an erasure in another process for keys that it knows', async () => {
  const { open } = await openPostgresLogStore();
  const keys = openDataKeys({ log: open(), hubSecret });
  const made = await keys.sealingKeys(['gone', 'kept']);
  const ids = new Set([...made.values()].map(({ id }) => id));
  expect(new Set((await keys.openingKeys(ids)).keys())).toEqual(ids);
  await eraseSubjectsFromLog(open(), ['gone']);
  const found = async () => [...(await keys.openingKeys(ids)).keys()];
  await expect.poll(found).toEqual([made.get('kept')?.id]);
});

it('creates no data key for an erased subject, and none for the other subjects of such an append', async () => {
  const { open } = await openPostgresLogStore();
  const log = open();
  await openDataKeys({ log, hubSecret }).sealingKeys(['gone']);
  await eraseSubjectsFromLog(log, ['gone']);
  const before = await log.ends(['hub.keys']);
  const keys = openDataKeys({ log, hubSecret });
  await expect(keys.sealingKeys(['new', 'gone'])).rejects.toThrow('a subject of the append was erased');
  expect(await log.ends(['hub.keys'])).toEqual(before);
  expect([...(await keys.sealingKeys(['new'])).keys()]).toEqual(['new']);
});
