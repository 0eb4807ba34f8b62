import { inflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { createEntry, type Entry } from './entry.ts';

const text = 'Rune scimitar, Abyssal whip, Dragon boots, Super restore(4), Prayer potion(3)';

function entryOf(accountId: string, xp = 0, lineage?: string): Entry {
  const json = JSON.stringify({ id: accountId, xp, items: text });
  return createEntry(accountId, json, lineage === undefined ? {} : { lineage });
}

test('an entry behind another refers to it, and is nothing without it', () => {
  const [first, second] = [entryOf('a'), entryOf('b')];
  const [alone, behind] = [second.deflatedAlone().parts, second.deflatedBehind(first).parts];
  expect(behind.length).toBeLessThan(alone.length / 2);
  const both = Buffer.concat([first.deflatedAlone().parts, behind]);
  expect(inflateRawSync(both, { finishFlush: 2 }).toString()).toBe(`${first.bytes}${second.bytes}`);
  expect(() => inflateRawSync(behind, { finishFlush: 2 })).toThrow();
});

test('an entry is deflated anew when the one in front of it has changed, and not when it is made again', () => {
  const entry = entryOf('b');
  const before = entry.deflatedBehind(entryOf('a', 1));
  const changed = entryOf('a', 2);
  const after = entry.deflatedBehind(changed);
  expect(after).not.toBe(before);
  expect(entry.deflatedBehind(entryOf('a', 2))).toBe(after);
});

test('views that see different entries in front of one deflate it once each, and beyond three share one', () => {
  const entry = entryOf('z');
  const fronts = [entryOf('a'), entryOf('b'), entryOf('a', 0, 'as others see it')];
  const first = fronts.map((front) => entry.deflatedBehind(front));
  expect(new Set([...first, entry.deflatedAlone()]).size).toBe(4);
  for (const name of ['c', 'd']) expect(entry.deflatedBehind(entryOf(name))).toBe(entry.deflatedAlone());
  expect(fronts.map((front) => entry.deflatedBehind(front))).toEqual(first);
});

test('a body in which others stand in front takes what is known, and makes nothing of its own', () => {
  const [front, other] = [entryOf('a'), entryOf('b')];
  const entry = entryOf('z');
  expect(entry.deflatedAsKnown(front)).toBe(entry.deflatedAlone());
  const behind = entry.deflatedBehind(front);
  expect(entry.deflatedAsKnown(front)).toBe(behind);
  expect(entry.deflatedAsKnown(other)).toBe(entry.deflatedAlone());
  expect(entry.deflatedAsKnown(entryOf('a', 1))).toBe(entry.deflatedAlone());
});
