import { inflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { createEntry, deflatedWithoutComma, withoutComma } from './entry.ts';

const partial = { finishFlush: 2 };

test('deflated entries can be joined in any order, with and without the comma in front', () => {
  const [a, b] = [createEntry('a', '{"id":"a","name":"Fen"}'), createEntry('b', '{"id":"b","name":"Fen"}')];
  const inflated = (...parts: Buffer[]) => inflateRawSync(Buffer.concat(parts), partial).toString();
  expect(inflated(deflatedWithoutComma(a), b.deflated())).toBe(`${withoutComma(a.bytes)}${b.bytes}`);
  expect(inflated(deflatedWithoutComma(b), a.deflated())).toBe(`${withoutComma(b.bytes)}${a.bytes}`);
});

test('an entry is deflated once, when first asked for', () => {
  const entry = createEntry('a', '{"id":"a"}');
  expect(entry.isDeflated()).toBe(false);
  expect(entry.deflated()).toBe(entry.deflated());
  expect(entry.isDeflated()).toBe(true);
});
