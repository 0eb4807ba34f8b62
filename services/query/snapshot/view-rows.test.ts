import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Row } from './entries.ts';
import { createEntry } from './entry.ts';
import { createRows, type Rows } from './view-rows.ts';

const accounts = Array.from({ length: 100 }, (_, index) => `account ${index}`);

function rowOf(accountId: string, changedAt: number, isChangeTimeReadable = true): Row {
  return { accountId, entry: createEntry(accountId, `{"at":${changedAt}}`), isChangeTimeReadable, changedAt };
}

function filled(rows: readonly Row[]): Rows {
  const created = createRows();
  created.order(rows.map(({ accountId }) => accountId));
  for (const row of rows) created.put(row);
  return created;
}

function contentOf(rows: Rows) {
  return {
    version: rows.version(),
    newest: rows.newestChange(),
    list: rows.list().map(({ accountId, entry }) => [accountId, entry.bytes.toString()]),
  };
}

const change = fc.record({
  place: fc.nat(accounts.length - 1),
  changedAt: fc.nat(20),
  isChangeTimeReadable: fc.boolean(),
  asked: fc.boolean(),
});

test('rows after any changes equal the same rows added at once', () => {
  fc.assert(
    fc.property(fc.array(change, { maxLength: 60 }), fc.boolean(), (changes, reversed) => {
      const current = accounts.map((accountId) => rowOf(accountId, 0, false));
      const rows = filled(current);
      for (const { place, changedAt, isChangeTimeReadable, asked } of changes) {
        const row = rowOf(accounts[place] ?? '', changedAt, isChangeTimeReadable);
        current[place] = row;
        rows.put(row);
        if (asked) contentOf(rows);
      }
      if (reversed) {
        current.reverse();
        rows.order(current.map(({ accountId }) => accountId));
        for (const row of current) rows.put(row);
      }
      expect(contentOf(rows)).toEqual(contentOf(filled(current)));
    }),
    { numRuns: 60, seed: 1 },
  );
});

test('a row is refused when its account is not in the view', () => {
  expect(() => filled([]).put(rowOf('account 1', 1))).toThrow(RangeError);
});
