import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { anchorsOf } from './support/anchors.ts';
import { projectRoot } from './support/source-tree.ts';

const folder = 'shared/spec/rules';
const index = 'README.md';
/**
 * `rules/<page>` with an anchor, in comments, names of tests, error texts and documents. Also the
 * page that all rules were on until 0.2.0.
 */
const citation = /\b(?:rules\/([\w-]+\.md)(?:#([\w-]+))?|decisions\.md)/g;

const textOf = (path: string) => readFileSync(join(projectRoot, path), 'utf8');

const pages = new Map(
  readdirSync(join(projectRoot, folder)).map((page) => [page, anchorsOf(textOf(`${folder}/${page}`))]),
);

const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
  cwd: projectRoot,
  encoding: 'utf8',
})
  .split('\0')
  .filter((path) => /\.(?:tsx?|mjs|md|sql|toml|ya?ml|conf|sh|py)$/.test(path));

interface Citation {
  readonly path: string;
  readonly page: string;
  readonly anchor: string | undefined;
}

function citationsIn(path: string): Citation[] {
  return [...textOf(path).matchAll(citation)].map(([, page = 'decisions.md', anchor]) => ({
    path,
    page,
    anchor,
  }));
}

function faultOf({ path, page, anchor }: Citation): string[] {
  const anchors = pages.get(page);
  if (anchors === undefined) return [`${path}: ${folder} has no page ${page}`];
  if (page === index) return [];
  if (anchor === undefined) return [`${path}: cite a rule, as in rules/${page}#${[...anchors].at(-1)}`];
  return anchors.has(anchor) ? [] : [`${path}: ${folder}/${page} has no heading #${anchor}`];
}

test('every citation of a rule names a page and a heading that exist', () => {
  const citations = files.filter((path) => path !== 'test/rules.test.ts').flatMap(citationsIn);
  expect(citations.length).toBeGreaterThan(150);
  expect(citations.flatMap(faultOf)).toEqual([]);
});

test('the index of the rules has every page once', () => {
  const listed = [...textOf(`${folder}/${index}`).matchAll(/^\| \[.+\]\(([\w-]+\.md)\) \|/gm)].map(
    ([, page = '']) => page,
  );
  expect(listed.toSorted()).toEqual([...pages.keys()].filter((page) => page !== index).toSorted());
});

test('no page of the rules has two equal headings, because their anchors would be equal', () => {
  const repeated = [...pages.keys()].flatMap((page) => {
    const headings = [...textOf(`${folder}/${page}`).matchAll(/^#+ (.+)$/gm)].length;
    return pages.get(page)?.size === headings ? [] : [page];
  });
  expect(repeated).toEqual([]);
});
