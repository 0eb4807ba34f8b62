import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { TimedEvent } from '../../shared/log/journal.ts';
import {
  openTestProjection,
  type TestProjection,
} from '../../shared/projection/testing/open-test-projection.ts';
import { given } from '../access/testing/membership.ts';
import { accountNamesProjection, namesMax } from './projection.ts';
import { readNames } from './queries/read-names.ts';

const start = Date.UTC(2026, 8, 14);
const described = (account: string, name: string, at: number): TimedEvent => ({
  ...given.description(account, name),
  appendTime: start + at,
});
const namesOf = async ({ database }: TestProjection, account: string) =>
  (await readNames(database, account)).map(({ name, named_at: at }) => [name, at - start]);

test('serves the names of an account, the newest first, across batches', async () => {
  const projection = await openTestProjection(accountNamesProjection);
  await projection.record(described('a1', 'Fen', 1), described('a2', 'Other', 2));
  await projection.record(described('a1', 'Fen', 3), described('a1', 'Rail', 4));
  expect(await namesOf(projection, 'a1')).toEqual([
    ['Rail', 4],
    ['Fen', 1],
  ]);
  expect(await namesOf(projection, 'a2')).toEqual([['Other', 2]]);
  expect(await namesOf(projection, 'a3')).toEqual([]);
});

test('keeps the newest names when a client reports another name each time', async () => {
  const projection = await openTestProjection(accountNamesProjection);
  const many = Array.from({ length: namesMax + 30 }, (_, index) => described('a1', `n${index}`, index));
  await projection.record(...many.slice(0, 60));
  await projection.record(...many.slice(60));
  const names = await namesOf(projection, 'a1');
  expect(names).toHaveLength(namesMax);
  expect([names[0], names.at(-1)]).toEqual([
    [`n${namesMax + 29}`, namesMax + 29],
    ['n30', 30],
  ]);
});

test('the same log gives the same names, in batches of any size', async () => {
  const record = fc.record({
    account: fc.constantFrom('a1', 'a2'),
    name: fc.constantFrom('Fen', 'Rail', 'Wader'),
  });
  const sizes = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(fc.array(record, { minLength: 1, maxLength: 40 }), sizes, async (records, batches) => {
      const events = records.map(({ account, name }, at) => described(account, name, at));
      const projection = await openTestProjection(accountNamesProjection, ...events);
      expect(await projection.digestOfRebuild(batches)).toBe(await projection.digest());
    }),
    { numRuns: 5 },
  );
});
