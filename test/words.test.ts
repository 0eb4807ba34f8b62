import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from './support/source-tree.ts';
import { commentColumnsMax, wideComments } from './support/words/comment-width.ts';
import { messagesOf } from './support/words/messages.ts';
import { type Prose, proseOfDocument, proseOfSource, sentencesOf } from './support/words/prose.ts';
import { faultsOf } from './support/words/rules.ts';
import { testNames } from './support/words/test-names.ts';

const wordsMax = { comment: 25, document: 30, message: Number.POSITIVE_INFINITY };

const paths = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
  cwd: projectRoot,
  encoding: 'utf8',
  maxBuffer: 2 ** 26,
})
  .split('\0')
  .filter((path) =>
    /\.(?:[cm]?[jt]sx?|css|sql|py|go|rs|java|kt|sh|ya?ml|toml|conf|service|md)$|(?:Dockerfile|Caddyfile)$|^\.ci\/run$/.test(
      path,
    ),
  )
  // Released migrations keep their bytes, and the specification of the API is not ours.
  .filter(
    (path) =>
      !/\/migrations\/|\/\d+[-_][\w-]+\.sql$|^shared\/spec\/read-api\.md$|^test\/(?:golden|fixtures)\//.test(
        path,
      ),
  );

function textAt(path: string): string {
  return readFileSync(join(projectRoot, path), 'utf8');
}

function suspiciousIn(path: string): string[] {
  const text = textAt(path);
  if (path.endsWith('.md')) return faultsIn(path, proseOfDocument(text), wordsMax.document);
  const names = /\.(?:test|contract)\.ts$/.test(path) ? testNames(path, text) : [];
  return faultsIn(path, [...proseOfSource(path, text), ...names], wordsMax.comment);
}

function faultsIn(path: string, prose: readonly Prose[], max: number): string[] {
  return prose.flatMap((piece) =>
    sentencesOf(piece).flatMap((sentence) =>
      faultsOf(sentence, max).map((fault) => `${path}:${piece.line}: ${fault}: ${sentence.slice(0, 120)}`),
    ),
  );
}

test('comments, test names and documents have no sentence that readers read twice', () => {
  expect(paths.flatMap(suspiciousIn), 'rewrite these sentences (CONTRIBUTING.md, Words)').toEqual([]);
});

test('messages, help of commands and texts of pages have no sentence that readers read twice', () => {
  // Tests quote bad sentences, and so do the rules.
  const code = paths.filter(
    (path) => /\.(?:ts|tsx|mts|mjs|js)$/.test(path) && !/\.test\.ts$|\/words\/rules\.ts$/.test(path),
  );
  const found = code.flatMap((path) => faultsIn(path, messagesOf(path, textAt(path)), wordsMax.message));
  expect(found, 'rewrite these texts (CONTRIBUTING.md, Words)').toEqual([]);
});

test(`comments have at most ${commentColumnsMax} columns`, () => {
  const wide = paths
    .filter((path) => !path.endsWith('.md'))
    .flatMap((path) => wideComments(path, textAt(path)).map((line) => `${path}:${line}`));
  expect(wide, 'wrap these comments').toEqual([]);
});
