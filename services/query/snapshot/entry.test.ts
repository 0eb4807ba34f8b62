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
  const [alone, behind] = [second.deflated().parts, second.deflated(first).parts];
  expect(behind.length).toBeLessThan(alone.length / 2);
  const both = Buffer.concat([first.deflated().parts, behind]);
  expect(inflateRawSync(both, { finishFlush: 2 }).toString()).toBe(`${first.bytes}${second.bytes}`);
  expect(() => inflateRawSync(behind, { finishFlush: 2 })).toThrow();
});

test('an entry is deflated anew when the one in front of it has changed, and not when it is made again', () => {
  const entry = entryOf('b');
  const before = entry.deflated(entryOf('a', 1));
  const changed = entryOf('a', 2);
  const after = entry.deflated(changed);
  expect(after).not.toBe(before);
  expect(entry.deflated(changed)).toBe(after);
});

test('views that see different entries in front of one deflate it once each, not in turns', () => {
  const entry = entryOf('c');
  const mine = entry.deflated(entryOf('a'));
  const others = [entryOf('b'), entryOf('a', 0, 'as others see it'), entryOf('b', 5)];
  for (const other of others) expect(entry.deflated(other)).toBe(entry.deflated());
  expect(entry.deflated(entryOf('a', 7))).not.toBe(mine);
});
