import { expect, test } from 'vitest';
import { directoryOf, keyOf } from '../testing/directory-of.ts';
import { given, id, quill } from '../testing/membership.ts';
import { createReaders } from './readers.ts';

const history = [
  given.member(quill, 'Quill'),
  given.identity('a1', quill),
  given.description('a1', 'Quill Fen'),
  given.key(1, quill),
];

test('a refresh that found nothing new keeps what was resolved and brings its own watermark', () => {
  const directory = directoryOf(...history);
  const key = keyOf(directory, id(1));
  const readers = createReaders();
  const first = readers.readerOf(directory, key);
  const later = readers.readerOf({ ...directory, watermark: 7 }, key);
  expect(later.visible).toBe(first.visible);
  expect(later.directory.watermark).toBe(7);
});

test('a change of sharing is seen at once', () => {
  const readers = createReaders();
  const before = directoryOf(...history);
  expect(readers.readerOf(before, keyOf(before, id(1))).visible.size).toBe(1);
  const after = directoryOf(...history, given.keyChange(1, { accounts: [] }));
  expect(readers.readerOf(after, keyOf(after, id(1))).visible.size).toBe(0);
});

test('keys of equal rights share what was resolved, and no others', () => {
  const directory = directoryOf(
    ...history,
    given.key(2, quill),
    given.key(3, null),
    given.key(4, quill, { accounts: ['a1'] }),
    given.key(5, quill, { categories: ['activity'] }),
  );
  const readers = createReaders();
  const [first, ...others] = [1, 2, 3, 4, 5].map((number) =>
    readers.readerOf(directory, keyOf(directory, id(number))),
  );
  expect(others.map(({ visible }) => visible === first?.visible)).toEqual([true, false, false, false]);
});
