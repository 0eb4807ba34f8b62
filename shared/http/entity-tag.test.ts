import { expect, test } from 'vitest';
import { matchesEntityTag } from './entity-tag.ts';

const tag = 'view.version.f';

test.each([
  [`W/"${tag}"`],
  [`"${tag}"`],
  [`"other", W/"${tag}"`],
  [`W/"${tag}",`],
  [`junk, W/"${tag}"`],
  ['*'],
  [' *'],
  [`"a,b" ,\tW/"${tag}" , "c"`],
])('matches weakly and in lists: %s', (header) => {
  expect(matchesEntityTag(header, ['view.version.d', tag])).toBe(true);
});

test.each([
  ['*, "x"'],
  [''],
  [tag],
  [`W/${tag}`],
  [`w/"${tag}"`],
  [`"${tag}`],
  [`"x${tag}"`],
  [`"x"W/"${tag}"`],
  ['"view.version.d"'],
  [','.repeat(8_000)],
  ['"'.repeat(8_000)],
])('ignores everything else: %.40s', (header) => {
  expect(matchesEntityTag(header, [tag])).toBe(false);
});

test('matches nothing without the header', () => {
  expect(matchesEntityTag(undefined, [tag])).toBe(false);
});
