import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';
import { anchorsOf } from './support/anchors.ts';
import { projectRoot } from './support/source-tree.ts';

/** Bytes without diagrams, which readers see drawn. The first pattern that fits a path counts. */
const sizes: readonly (readonly [path: RegExp, bytesMax: number])[] = [
  [/^README\.md$/, 8_000],
  [/^CHANGELOG\.md$/, 6_000],
  [/^SECURITY\.md$/, 2_000],
  [/^docs\/operate\//, 9_000],
  [/^docs\/extend\/projection\.md$/, 3_500],
  [/^docs\/extend\//, 3_000],
  [/^docs\/decisions\//, 1_500],
  [/^docs\/architecture\.md$/, 9_000],
  [/^docs\/concepts\.md$/, 5_000],
  [/^docs\/performance\.md$/, 5_000],
  [/^docs\/reference\//, 200_000],
  [/^shared\/spec\/rules\//, 9_000],
  [/^docs\//, 6_000],
];

const documents = execFileSync(
  'git',
  ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '*.md'],
  { cwd: projectRoot, encoding: 'utf8' },
)
  .split('\0')
  .filter((path) => path !== '' && path !== 'shared/spec/read-api.md');

const textOf = (path: string) => readFileSync(join(projectRoot, path), 'utf8');

const withoutDiagrams = (text: string) => text.replaceAll(/^ *```mermaid\n.*?^ *```\n/gms, '');

function brokenLinks(path: string): string[] {
  const links = [...textOf(path).matchAll(/\]\((?!https?:|mailto:)([^)\s]+)\)/g)].map(
    ([, link = '']) => link,
  );
  return links.flatMap((link) => {
    const [file = '', anchor] = link.split('#', 2);
    const target = file === '' ? path : normalize(join(dirname(path), file));
    if (!existsSync(join(projectRoot, target))) return [`${path}: ${link}: there is no ${target}`];
    if (anchor === undefined || !target.endsWith('.md') || anchorsOf(textOf(target)).has(anchor)) return [];
    return [`${path}: ${link}: ${target} has no heading #${anchor}`];
  });
}

test('every link between documents leads to a file and a heading', () => {
  expect(documents.length).toBeGreaterThan(20);
  expect(documents.flatMap(brokenLinks)).toEqual([]);
});

test('no document is longer than readers accept', () => {
  const long = documents.flatMap((path) => {
    const [, bytesMax = Number.POSITIVE_INFINITY] = sizes.find(([fits]) => fits.test(path)) ?? [];
    const bytes = Buffer.byteLength(withoutDiagrams(textOf(path)));
    return bytes > bytesMax
      ? [`${path} has ${bytes} bytes, at most ${bytesMax}: shorten it or split it`]
      : [];
  });
  expect(long).toEqual([]);
});

// A reader needs each of these words for the first report: the limit keeps out words of one folder.
test('the list of concepts has at most 40 words, and names files that exist', () => {
  const files = [...textOf('docs/concepts.md').matchAll(/^\| \w.* \| `(.+)` \|$/gm)].map(
    ([, file = '']) => file,
  );
  expect(files.length).toBeGreaterThan(20);
  expect(files.length).toBeLessThanOrEqual(40);
  expect(files.filter((file) => !existsSync(join(projectRoot, file)))).toEqual([]);
});

test('every file that a guide for extensions names exists', () => {
  const guides = documents.filter((path) => path.startsWith('docs/extend/'));
  const named = guides.flatMap((path) =>
    [...textOf(path).matchAll(/`((?:services|projections|shared|test|infra|docs)\/[\w./-]+)`/g)].map(
      ([, file = '']) => file,
    ),
  );
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((file) => !existsSync(join(projectRoot, file)))).toEqual([]);
  // A guide for a new route needs both files.
  for (const needed of ['services/query/routes.ts', 'services/query/testing/open-test-api.ts']) {
    expect(named).toContain(needed);
  }
});
