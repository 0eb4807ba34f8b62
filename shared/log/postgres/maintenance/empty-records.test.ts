import { expect, it } from 'vitest';
import { entriesOf } from '../../../../test/support/log/log-entries.ts';
import { readAll } from '../../../../test/support/log/log-records.ts';
import { openPostgresLogStore } from '../../../../test/support/log/postgres-log-store.ts';
import { partitionOf } from '../../../events/streams.ts';
import { emptyRecords } from './empty-records.ts';

const stream = 'hub.location';
const partition = partitionOf(stream, 'a');

/** A log with ten records of `a` in one partition, each followed by a record of `b`. */
async function openStore() {
  const store = await openPostgresLogStore();
  const log = store.open();
  const [ofA, ofB] = [entriesOf(stream, 'a', 10), entriesOf(stream, 'b', 10)];
  const pairs = ofA.flatMap((record, index) => [record, ofB[index] ?? record]);
  await log.append(pairs.map((record) => ({ ...record, partition })));
  return { ...store, log };
}

it('empties all other records of a subject when some of them are on damaged pages, and returns the damage', async () => {
  const { database, log } = await openStore();
  await database.run({
    text: `create function log.say_damaged() returns trigger language plpgsql as $$
           begin
             raise exception 'invalid page in block %', old."offset" using errcode = 'XX001';
           end $$`,
  });
  await database.run({
    text: `create trigger damaged before update on log.hub_location for each row
           when (old."offset" in (6, 12)) execute function log.say_damaged()`,
  });
  expect(await emptyRecords(database, ['a'])).toEqual({
    emptied: 8,
    damage: expect.objectContaining({ message: expect.stringContaining('invalid page in block 6') }),
  });
  const left = (await readAll(log, [stream])).filter(({ value }) => value !== null);
  expect(left.filter(({ key }) => key === 'a').map(({ offset }) => offset)).toEqual([6, 12]);
  expect(left.filter(({ key }) => key === 'b')).toHaveLength(10);

  await database.run({ text: 'drop trigger damaged on log.hub_location' });
  expect(await emptyRecords(database, ['a'])).toEqual({ emptied: 2, damage: null });
});

it('does not try each record separately when every statement fails, as with a damaged index', async () => {
  const { database } = await openStore();
  await database.run({ text: `update log.partition set next_offset = 200000 where stream = '${stream}'` });
  const damage = Object.assign(new Error('invalid page in block 0 of an index'), { code: 'XX002' });
  let statements = 0;
  const transaction = async () => {
    statements += 1;
    throw damage;
  };
  expect(await emptyRecords({ ...database, transaction }, ['a'])).toEqual({ emptied: 0, damage });
  expect(statements).toBeLessThan(3_000);
});
