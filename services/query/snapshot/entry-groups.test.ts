import { expect, test } from 'vitest';
import { createEntry, type Entry } from './entry.ts';
import { createEntryGroups, type EntryGroup } from './entry-groups.ts';

const plenty = () => ({ bytes: Number.POSITIVE_INFINITY });

function entriesOf(count: number): Entry[] {
  return Array.from({ length: count }, (_, index) => createEntry(`account ${index}`, `{"id":${index}}`));
}

function textOf(groups: readonly EntryGroup[]): string {
  return groups.map((group) => Buffer.concat([...group.chunks(plenty())]).toString()).join('');
}

/** How many of the groups are in the other list, too. */
function shared(groups: readonly EntryGroup[], others: readonly EntryGroup[]): number {
  return groups.filter((group) => others.includes(group)).length;
}

test('groups hold all entries in their order, a few each', () => {
  const entries = entriesOf(500);
  const groups = createEntryGroups().of(entries);
  expect(groups.flatMap((group) => group.entries)).toEqual(entries);
  expect(groups.length).toBeGreaterThan(500 / 16);
  expect(groups.length).toBeLessThan(500 / 4);
});

test('an account that changes or leaves, and so one that joins, renews its own group and at most one beside it', () => {
  const entries = entriesOf(500);
  const kept = createEntryGroups();
  const groups = kept.of(entries);
  const changed = createEntry('account 250', '{"id":250,"changed":true}');
  expect(shared(kept.of(entries.with(250, changed)), groups)).toBe(groups.length - 1);
  expect(shared(kept.of(entries.toSpliced(250, 1)), groups)).toBeGreaterThanOrEqual(groups.length - 2);
  expect(textOf(kept.of(entries.with(250, changed)))).toContain('{"id":250,"changed":true},{"id":251}');
});

test('entries are joined when their group is asked for again, and only then', () => {
  const [group] = createEntryGroups().of(entriesOf(20));
  const count = group?.entries.length ?? 0;
  expect(count).toBeGreaterThan(1);
  expect(group?.chunks(plenty())).toHaveLength(count);
  const joined = group?.chunks(plenty());
  expect(joined).toHaveLength(1);
  expect(group?.chunks(plenty())).toBe(joined);
});

test('no more is joined for one body than its allowance', () => {
  const groups = createEntryGroups();
  const entries = entriesOf(500);
  const once = groups.of(entries).flatMap((group) => group.chunks(plenty()));
  const bytes = once.reduce((sum, chunk) => sum + chunk.length, 0);
  const allowance = { bytes: bytes / 2 };
  const half = groups.of(entries).flatMap((group) => group.chunks(allowance));
  expect(allowance.bytes).toBeGreaterThanOrEqual(0);
  expect(half.length).toBeGreaterThan(groups.of(entries).length);
  expect(groups.of(entries).flatMap((group) => group.chunks(plenty()))).toHaveLength(
    groups.of(entries).length,
  );
});

test('a group is new while nothing in its place has changed, and nothing of it is deflated', () => {
  const entries = entriesOf(500);
  const kept = createEntryGroups();
  const [group] = kept.of(entries);
  const last = (group?.entries.length ?? 0) - 1;
  expect(last).toBeGreaterThan(1);
  expect(group?.isNew()).toBe(true);
  expect(kept.of(entries.with(last, createEntry(`account ${last}`, '{}')))[0]?.isNew()).toBe(false);
  const renewed = createEntry('account 0', '{}', { renewed: true });
  expect(kept.of(entries.with(0, renewed))[0]?.isNew()).toBe(false);
  const [other] = createEntryGroups().of(entries);
  entries[last]?.deflatedAlone();
  expect(other?.isNew()).toBe(false);
});

test('a run of accounts of which none begins a group is cut', () => {
  const entries = entriesOf(2_000).filter(({ opensGroup }) => !opensGroup);
  const lengths = createEntryGroups()
    .of(entries)
    .map((group) => group.entries.length);
  expect(Math.max(...lengths)).toBe(32);
});
