import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from './support/source-tree.ts';
import { proseOfDocument, proseOfSource, sentencesOf, testNames } from './support/words/prose.ts';
import { faultsOf } from './support/words/rules.ts';

const wordsMax = { comment: 25, document: 30 };

/**
 * Suspicious sentences that a room may still have. A room that is not listed has none. Lower a number after you rewrote sentences;
 * nobody raises a number.
 */
const allowed: Readonly<Record<string, number>> = {
  'shared/spec': 107,
};

const paths = execFileSync('git', ['ls-files', '-z'], {
  cwd: projectRoot,
  encoding: 'utf8',
  maxBuffer: 2 ** 26,
})
  .split('\0')
  .filter((path) => /\.(ts|tsx|mts|mjs|js|sql|py|sh|md)$/.test(path))
  // Released migrations keep their bytes, and the specification of the API is not ours.
  .filter(
    (path) =>
      !/\/migrations\/|\/\d+[-_][\w-]+\.sql$|^shared\/spec\/read-api\.md$|^test\/(?:golden|fixtures)\//.test(
        path,
      ),
  );

/** The folder that a file belongs to: two levels, or the file itself. */
function roomOf(path: string): string {
  const folders = path.split('/').slice(0, -1);
  return folders.length === 0 ? path : folders.slice(0, 2).join('/');
}

function suspiciousIn(path: string): string[] {
  const text = readFileSync(join(projectRoot, path), 'utf8');
  const isDocument = path.endsWith('.md');
  const prose = isDocument ? proseOfDocument(text) : proseOfSource(path, text);
  const names = path.endsWith('.test.ts') ? testNames(text) : [];
  return [...prose, ...names].flatMap((piece) =>
    sentencesOf(piece).flatMap((sentence) =>
      faultsOf(sentence, isDocument ? wordsMax.document : wordsMax.comment).map(
        (fault) => `${path}:${piece.line}: ${fault}: ${sentence.slice(0, 120)}`,
      ),
    ),
  );
}

test('comments, test names and documents have no sentence that readers read twice', () => {
  const found = Map.groupBy(paths.flatMap(suspiciousIn), (line) => roomOf(line.slice(0, line.indexOf(':'))));
  const over = [...found].filter(([room, lines]) => lines.length > (allowed[room] ?? 0));
  expect(
    Object.fromEntries(
      over.map(([room, lines]) => [`${room}: ${lines.length} of ${allowed[room] ?? 0}`, lines]),
    ),
    'rewrite these sentences (CONTRIBUTING.md, Words)',
  ).toEqual({});
});

test.each([
  ['Of two writers one waits.', ['starts with "Of": start with the subject or the verb']],
  ['The row is written anew.', ['"anew": write again']],
  ['Who may read this?', []],
  ['The writer waits for the lock.', []],
])('%s', (sentence, faults) => {
  expect(faultsOf(sentence, 25)).toEqual(faults);
});

test('a sentence ends at its limit of words', () => {
  const words = (count: number) => `Words ${'word '.repeat(count - 1).trim()}.`;
  expect(faultsOf(words(25), 25)).toEqual([]);
  expect(faultsOf(words(26), 25)).toEqual(['26 words: write two sentences']);
});
