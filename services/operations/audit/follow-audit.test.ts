import { expect, test } from 'vitest';
import { minuteMs } from '../../../shared/domain/durations.ts';
import type { ShownEntry } from './find-audit-entries.ts';
import { followAudit } from './follow-audit.ts';

const now = Date.UTC(2026, 5, 1);

function entryAt(number: number, at: number): ShownEntry {
  const what = { actor: 'hub', action: 'backup-made', subject: null, subject_name: null, details: {} };
  const document = { id: String(number).padStart(6, '0'), at: new Date(at).toISOString(), ...what };
  return { document, details: '' };
}

/** `enter` adds entries with these times and consecutive numbers. */
function openEntries() {
  const entries: ShownEntry[] = [];
  const order = ({ document }: ShownEntry) => `${document.at} ${document.id}`;
  const enter = (...times: readonly number[]) => {
    for (const at of times) entries.push(entryAt(entries.length, at));
    entries.sort((left, right) => (order(left) < order(right) ? 1 : -1));
  };
  const find = async (page: { from: number; before: string | null; limit: number }) => {
    const first = entries.findIndex(({ document }) => document.id === page.before) + 1;
    const older = page.before !== null && first === 0 ? [] : entries.slice(first);
    return older.filter(({ document }) => Date.parse(document.at) >= page.from).slice(0, page.limit);
  };
  const readNew = followAudit(find, { from: 0, limit: 2 });
  return { enter, readNew: async () => (await readNew()).entries.map(({ document }) => Number(document.id)) };
}

test('returns the newest entries, then each new entry once, also a late entry', async () => {
  const { enter, readNew } = openEntries();
  enter(now - 5, now - 4, now - 3, now - 2);
  expect(await readNew()).toEqual([2, 3]);
  expect(await readNew()).toEqual([]);
  enter(now, now - 10);
  expect(await readNew()).toEqual([5, 4]);
  enter(now + 3 * minuteMs);
  expect(await readNew()).toEqual([6]);
  // The first of these entries comes over a minute late, so it is not returned.
  enter(now, now + 3 * minuteMs - 1);
  expect(await readNew()).toEqual([8]);
  expect(await readNew()).toEqual([]);
});

test('returns all entries that arrive after an empty first call', async () => {
  const { enter, readNew } = openEntries();
  expect(await readNew()).toEqual([]);
  enter(now, now + 1, now + 2);
  expect(await readNew()).toEqual([0, 1, 2]);
  expect(await readNew()).toEqual([]);
});

test('returns all entries when many arrive between two calls', async () => {
  const { enter, readNew } = openEntries();
  enter(now);
  expect(await readNew()).toEqual([0]);
  enter(...Array.from({ length: 2_500 }, (_, index) => now + 1 + index));
  expect(await readNew()).toEqual(Array.from({ length: 2_500 }, (_, index) => 1 + index));
});

test('reports that entries are left out when too many arrive at once', async () => {
  let number = 0;
  const endless = async ({ limit }: { limit: number }) =>
    Array.from({ length: limit }, () => entryAt(number++, now));
  const readNew = followAudit(endless, { from: 0, limit: 2 });
  expect((await readNew()).entries).toHaveLength(2);
  const { entries, isWhole } = await readNew();
  expect({ entries: entries.length, isWhole }).toEqual({ entries: 100_000, isWhole: false });
});
