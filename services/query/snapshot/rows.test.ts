import fc from 'fast-check';
import { expect, test } from 'vitest';
import { heapInUse } from '../../../test/support/heap.ts';
import type { Row } from './entries.ts';
import { createEntry } from './entry.ts';
import { createEntryGroups } from './entry-groups.ts';
import { createRows, type Rows } from './rows.ts';

const accounts = Array.from({ length: 100 }, (_, index) => `account ${index}`);

function rowOf(accountId: string, changedAt: number, dated = true): Row {
  return { accountId, entry: createEntry(accountId, `{"at":${changedAt}}`), dated, changedAt };
}

function filled(rows: readonly Row[]): Rows {
  const made = createRows(createEntryGroups());
  made.order(rows.map(({ accountId }) => accountId));
  for (const row of rows) made.put(row);
  return made;
}

function told(rows: Rows) {
  return {
    version: rows.version(),
    newest: rows.newestChange(),
    entries: rows.groups().map(({ entries }) => entries.map(({ bytes }) => bytes.toString())),
    list: rows.list().map(({ accountId }) => accountId),
  };
}

const change = fc.record({
  place: fc.nat(accounts.length - 1),
  changedAt: fc.nat(20),
  dated: fc.boolean(),
  asked: fc.boolean(),
});

test('what is told after any changes is what is told of the same rows put at once', () => {
  fc.assert(
    fc.property(fc.array(change, { maxLength: 60 }), fc.boolean(), (changes, reversed) => {
      const current = accounts.map((accountId) => rowOf(accountId, 0, false));
      const rows = filled(current);
      for (const { place, changedAt, dated, asked } of changes) {
        const row = rowOf(accounts[place] ?? '', changedAt, dated);
        current[place] = row;
        rows.put(row);
        if (asked) told(rows);
      }
      if (reversed) {
        current.reverse();
        rows.order(current.map(({ accountId }) => accountId));
        for (const row of current) rows.put(row);
      }
      expect(told(rows)).toEqual(told(filled(current)));
    }),
    { numRuns: 60, seed: 1 },
  );
});

test('a change renews the group that holds it, and leaves the others', () => {
  const rows = filled(accounts.map((accountId) => rowOf(accountId, 1)));
  const before = rows.groups();
  rows.put(rowOf('account 50', 2));
  const after = rows.groups();
  expect(after.filter((group, number) => group !== before[number])).toHaveLength(1);
  expect(before).not.toContain(null);
});

test('a row of no account of the view is refused', () => {
  expect(() => filled([]).put(rowOf('account 1', 1))).toThrow(RangeError);
});

test('views that see other accounts do not hold the bytes of their groups', () => {
  const entryGroups = createEntryGroups();
  const all = accounts.map((accountId) => {
    const entry = createEntry(accountId, JSON.stringify({ text: accountId.repeat(400) }));
    return { ...rowOf(accountId, 1), entry };
  });
  const views = Array.from({ length: 100 }, (_, left) => {
    const rows = createRows(entryGroups);
    const seen = all.filter((_row, place) => (place + left) % 7 !== 0 && place !== left);
    rows.order(seen.map(({ accountId }) => accountId));
    for (const row of seen) rows.put(row);
    return rows;
  });
  const joinedBytes = (rows: Rows) => {
    for (const group of [...rows.groups(), ...rows.groups()])
      group.chunks({ bytes: Number.POSITIVE_INFINITY });
  };
  const held = () => {
    heapInUse();
    return process.memoryUsage().arrayBuffers;
  };
  const before = held();
  for (const rows of views) joinedBytes(rows);
  // All views together joined 34 MB, eight of them 3 MB.
  expect(held() - before).toBeLessThan(5 * 2 ** 20);
  expect(views.map((rows) => rows.groups().flatMap(({ entries }) => entries).length)).toEqual(
    views.map((rows) => rows.list().length),
  );
});
