import fc from 'fast-check';
import { expect, test } from 'vitest';
import { newEvent } from '../../shared/events/event.ts';
import { holdings } from '../../shared/events/holdings.ts';
import type { TimedEvent } from '../../shared/log/journal.ts';
import { eraseRows, noteErased } from '../../shared/projection/commit/erase-rows.ts';
import {
  openTestProjection,
  type TestProjection,
} from '../../shared/projection/testing/open-test-projection.ts';
import { itemStoragesProjection } from './projection.ts';
import { readStorages } from './queries/read-storages.ts';

const start = Date.UTC(2026, 8, 14);
type Items = readonly (readonly [id: number, quantity: number])[];

const stored = (items: Items) => items.map(([id, quantity]) => ({ id, quantity }));

function bank(account: string, after: number, items: Items): TimedEvent {
  const about = { subject: account, source: 'gim', part: 'bank' };
  const data = { at: start + after, items: stored(items) };
  return { ...newEvent(holdings.bank, about, data), appendTime: start + after };
}

function shared(member: string, account: string, after: number, items: Items): TimedEvent {
  const about = { subject: member, source: 'gim', part: `shared-storage/${account}` };
  const data = { at: start + after, account_id: account, items: stored(items) };
  return { ...newEvent(holdings['shared-storage'], about, data), appendTime: start + after };
}

async function storages({ database, live }: TestProjection, account: string, ownerId: string | null = null) {
  const rows = await readStorages(database, { schema: live.schema, accountId: account, ownerId });
  return rows.map(({ storage, updated_at, items }) => [storage, updated_at - start, items]);
}

/** The rows of the index, which must agree with the storages. */
async function itemRows({ database, live }: TestProjection) {
  const rows = await database.many<{ row: string }>({
    text: `select concat_ws(' ', account_id, storage, member_id, item_id, quantity) as row
           from ${live.schema}.stored_item order by account_id, storage, member_id, item_id`,
  });
  return rows.map(({ row }) => row);
}

test('the last record of a storage wins, and only its items are held', async () => {
  const projection = await openTestProjection(itemStoragesProjection);
  await projection.record(
    bank('a', 1, [
      [995, 10],
      [4_151, 1],
      [995, 5],
    ]),
  );
  expect(await storages(projection, 'a')).toEqual([['bank', 1, [995, 10, 4_151, 1, 995, 5]]]);
  expect(await itemRows(projection)).toEqual(['a bank  995 15', 'a bank  4151 1']);
  await projection.record(
    bank('a', 2, [
      [4_151, 1],
      [385, 3],
    ]),
    bank('b', 2, []),
  );
  expect(await storages(projection, 'a')).toEqual([['bank', 2, [4_151, 1, 385, 3]]]);
  expect(await storages(projection, 'b')).toEqual([['bank', 2, []]]);
  expect(await itemRows(projection)).toEqual(['a bank  385 3', 'a bank  4151 1']);
});

test('a shared storage is the copy of the owner, or the newest copy without an owner', async () => {
  const projection = await openTestProjection(
    itemStoragesProjection,
    shared('quill', 'a', 1, [[995, 1]]),
    shared('bram', 'a', 2, [[995, 2]]),
  );
  expect(await storages(projection, 'a', 'quill')).toEqual([['shared_storage', 1, [995, 1]]]);
  expect(await storages(projection, 'a', 'bram')).toEqual([['shared_storage', 2, [995, 2]]]);
  expect(await storages(projection, 'a', 'tess')).toEqual([]);
  expect(await storages(projection, 'a')).toEqual([['shared_storage', 2, [995, 2]]]);
});

test('an erased account or member has no rows, and a late shared storage brings none back', async () => {
  const projection = await openTestProjection(
    itemStoragesProjection,
    bank('a', 1, [[995, 1]]),
    shared('quill', 'a', 1, [[995, 1]]),
    shared('quill', 'b', 1, [[995, 1]]),
    bank('b', 1, [[995, 1]]),
  );
  const { database, live } = projection;
  const erase = async (subject: string) => {
    await noteErased(database, [subject]);
    await eraseRows(database, live, [subject]);
  };
  await erase('a');
  await projection.record(shared('quill', 'a', 2, [[995, 2]]));
  expect(await itemRows(projection)).toEqual(['b bank  995 1', 'b shared_storage quill 995 1']);
  expect(await storages(projection, 'a')).toEqual([]);
  await erase('quill');
  expect(await itemRows(projection)).toEqual(['b bank  995 1']);
});

const reports = fc.array(
  fc.record({
    account: fc.constantFrom('a', 'b'),
    member: fc.constantFrom(null, 'quill', 'bram'),
    items: fc.array(fc.tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 3 })), {
      maxLength: 5,
    }),
  }),
  { minLength: 1, maxLength: 30 },
);

test('the items equal a naive computation over the log, in batches of any size', async () => {
  const sizes = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 });
  await fc.assert(
    fc.asyncProperty(reports, sizes, async (log, batchSizes) => {
      const events = log.map(({ account, member, items }, after) =>
        member === null ? bank(account, after, items) : shared(member, account, after, items),
      );
      const projection = await openTestProjection(itemStoragesProjection, ...events.slice(0, 9));
      for (const event of events.slice(9)) await projection.record(event);
      const last = new Map(
        log.map(({ account, member, items }) => [
          `${account} ${member === null ? 'bank ' : `shared_storage ${member}`}`,
          items,
        ]),
      );
      const held = [...last].flatMap(([place, items]) =>
        [...new Set(items.map(([id]) => id))].map((id) => {
          const quantities = items.filter(([other]) => other === id).map(([, quantity]) => quantity);
          return `${place} ${id} ${quantities.reduce((sum, quantity) => sum + quantity)}`;
        }),
      );
      expect(await itemRows(projection)).toEqual(held.sort());
      expect(await projection.digestOfRebuild(batchSizes)).toBe(await projection.digest());
    }),
    { numRuns: 5 },
  );
});
