import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { referenceDocuments } from '../infra/reference/build-reference.ts';
import { listMetrics } from '../infra/reference/metrics-page.ts';
import { checks } from '../services/cli/doctor/checks.ts';
import { codeOf, productFiles, projectRoot } from './support/source-tree.ts';
import { faultsOf } from './support/words/rules.ts';

const wordsMax = 30;
const createsMetrics = /^import \{[^}]*\b(?:Counter|Gauge|Histogram)\b[^}]*\} from 'prom-client'/m;
const pages = Object.entries(referenceDocuments);

test.each(pages)('the tables of %s have no sentence that readers read twice', async (_, make) => {
  const rows = (await make()).split('\n').filter((line) => line.startsWith('| '));
  const cells = rows.flatMap((row) => row.split(/(?<!\\)\|/));
  const sentences = cells.flatMap((cell) => cell.trim().split(/(?<=[.!?:])\s+(?=[A-Z`])/));
  expect(sentences.length).toBeGreaterThan(20);
  expect(
    sentences.flatMap((each) => faultsOf(each, wordsMax).map((fault) => `${fault}: ${each}`)),
    'rewrite these texts in the code (CONTRIBUTING.md, Words)',
  ).toEqual([]);
});

test('README names every reference page', () => {
  const readme = readFileSync(`${projectRoot}README.md`, 'utf8');
  expect(Object.keys(referenceDocuments).filter((path) => !readme.includes(`(${path})`))).toEqual([]);
});

test('the manual of the doctor explains every check', () => {
  const manual = readFileSync(`${projectRoot}docs/operate/doctor.md`, 'utf8');
  expect(checks.map(({ name }) => name).filter((name) => !manual.includes(`\n| \`${name}\` |`))).toEqual([]);
});

test('the page of metrics has every metric that the product names', () => {
  const named = productFiles
    .filter(({ path, text }) => createsMetrics.test(text) && !path.startsWith('infra/'))
    .flatMap((file) =>
      [...codeOf(file).matchAll(/'((?:hub|projection)_[a-z_]+)'/g)].map(([, name = '']) => name),
    );
  expect(named.length).toBeGreaterThan(25);
  const listed = listMetrics().map(({ name }) => name);
  expect(
    [...new Set(named)].filter((name) => !listed.includes(name)),
    'add their registration to infra/reference/metric-groups.ts',
  ).toEqual([]);
});
