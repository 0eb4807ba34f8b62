import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { routes as registeredRoutes } from '../services/query/routes.ts';

/**
 * Every testable row of the specification needs a test with its name: `(read-api 4 /xp, 8
 * "skills")`.
 */

const routes = [
  '/me',
  '/accounts',
  '/accounts/{id}',
  '/snapshot',
  '/accounts/{id}/xp',
  '/xp',
  '/accounts/{id}/gains',
  '/events',
  '/accounts/{id}/sessions',
  '/accounts/{id}/equipment-history',
  '/accounts/{id}/wealth',
  '/accounts/{id}/locations',
  '/locations',
  '/leaderboards/gains',
  '/leaderboards/loot',
  '/openapi.json',
  '/api/health',
  '/metrics',
];

const rows: Readonly<Record<string, readonly string[]>> = {
  '2.1': [
    'success body',
    'error body',
    'key naming',
    'timestamps',
    'ids',
    'query lists',
    'query dates',
    'query booleans',
    'unknown parameters',
    'evolution',
  ],
  '2.2': [''],
  '2.3': [''],
  '2.4': ['', 'rule 1', 'rule 2', 'rule 3', 'rule 4'],
  '2.5': [''],
  '2.6': [''],
  '2.7': [''],
  '2.8': [''],
  '2.9': [''],
  '2.10': [''],
  '3': [''],
  '4': routes,
  // Rule 1 is advice for clients.
  '4.1': ['rule 2', 'rule 3', 'rule 4'],
  '4.2': [''],
  '5': [1, 2, 3, 4, 5, 6, 7, 8].map((number) => `rule ${number}`),
  '6': [
    ...['cursor', 'types', 'accounts', 'min_value', 'limit'],
    ...[1, 2, 3, 4, 5, 6, 7].map((number) => `rule ${number}`),
  ],
  '7': ['400', '401', '404', '429', '503', '500', '304', 'failures', 'decommission'],
  '8': [
    'requests per key',
    '/snapshot',
    'failed authentications',
    'headers',
    'lists',
    'accounts',
    'skills',
    'points',
    'limit',
    'feed delay',
    'staleness',
    'since overlap',
    'default ranges',
    'caching',
    'kept xp',
    'kept trail',
    'metrics',
  ],
};

const required = Object.entries(rows).flatMap(([section, names]) =>
  names.map((name) => (name === '' ? section : `${section} ${quotedIfWords(name)}`)),
);

function quotedIfWords(name: string): string {
  return /^(rule |[^a-z])/.test(name) ? name : `"${name}"`;
}

const root = new URL('..', import.meta.url).pathname;
const named = ['services', 'projections', 'shared', 'test'].flatMap(testFiles).flatMap(rowsNamedBy);

function testFiles(area: string): string[] {
  return readdirSync(`${root}${area}`, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.test.ts') && !path.endsWith('spec-coverage.test.ts'))
    .map((path) => `${root}${area}/${path}`);
}

/** A title is on one line, in quotes. */
function rowsNamedBy(path: string): string[] {
  const titles = readFileSync(path, 'utf8').matchAll(/^.*['"`].*\(read-api ([^)]+)\).*['"`].*$/gm);
  return [...titles].flatMap(([, ids = '']) => ids.split(', '));
}

/** The paths in the table of endpoints of read-api.md. */
const specified = [...specification('read-api').matchAll(/^\| (.*?) \|/gm)].flatMap(([, cell = '']) =>
  [...cell.matchAll(/`GET ([^`]+)`/g)].map(([, path = '']) => path),
);
/**
 * Paths that are newer than read-api.md: headings of rules/additions.md#additions-to-v1.
 */
const added = [...specification('rules/additions').matchAll(/^## `(\/[^`]+)`$/gm)].map(
  ([, path = '']) => path,
);

function specification(name: string): string {
  return readFileSync(`${root}shared/spec/${name}.md`, 'utf8');
}

test('every row of the specification has a test that names it', () => {
  expect(
    required.filter((row) => !named.includes(row)),
    'no test names these rows: add each to the title of its test, as in (read-api 4 /xp), or correct rows in test/spec-coverage.test.ts',
  ).toEqual([]);
});

test('no test names a row that the specification does not have', () => {
  expect(
    [...new Set(named)].filter((row) => !required.includes(row)),
    'titles of tests name these rows: correct the titles, or add the rows to rows in test/spec-coverage.test.ts',
  ).toEqual([]);
});

test('the table of endpoints in the specification has exactly the routes of this file', () => {
  expect(
    new Set(specified),
    'the table of endpoints in shared/spec/read-api.md has other paths: correct routes in test/spec-coverage.test.ts',
  ).toEqual(new Set(routes));
});

test('every route is in a specification', () => {
  expect(
    registeredRoutes.map(({ path }) => path).filter((path) => ![...specified, ...added].includes(path)),
    'no specification has these routes: describe each in shared/spec/rules/additions.md#additions-to-v1 below a heading ## `/path`',
  ).toEqual([]);
});
