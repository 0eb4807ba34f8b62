import { expect, test } from 'vitest';
import type { Database } from '../../postgres/database.ts';
import type { Projection } from '../projection.ts';
import { writeRows } from '../tables/write-rows.ts';
import { noDecisions } from '../testing/no-decisions.ts';
import { openTally, type TestTally } from '../testing/open-tally.ts';
import { parkedRows, readBatch, step, takeAll } from '../testing/step-projector.ts';
import { tallyMigrations, tallyProjection } from '../testing/tally-projection.ts';
import { neighbours, poison, refused, xp } from '../testing/xp-records.ts';
import { commitBatch } from './commit-batch.ts';
import type { Lease } from './lease.ts';

const lastReports = {
  table: 'tally',
  columns: {
    account_id: 'text',
    reports: 'int4',
    total: 'int8',
    history: 'text',
    last_offset: 'int8',
    changed_at: 'int8',
  },
  key: ['account_id'],
} as const;

/** Keeps the last report of an account. */
const lastProjection: Projection = {
  ...(tallyProjection as Projection),
  migrations: tallyMigrations,
  special: { ...tallyProjection.special, statesAreRows: lastReports },
  load: async () => new Map(),
  evolve: (_state, event) => ({
    account_id: event.subject,
    ...(tallyProjection as Projection<object>).evolve(tallyProjection.initial(''), event as never),
    last_offset: event.offset,
    changed_at: event.recordTime,
  }),
  save: (tx, states) => writeRows(tx, lastReports, [...states.values()] as never),
};

const [first = '', second = ''] = neighbours(2);

/** The first batch of a lease reads what to exclude, in a transaction. */
async function openWithLeases() {
  const tally = await openTally(lastProjection);
  const leases = await takeAll(tally.database, tally.generation);
  await tally.journal.append([xp(first, 1)]);
  expect(await next(tally, leases)).toEqual({ kind: 'committed', parked: 0 });
  return { tally, leases };
}

function next({ database, journal, generation }: TestTally, leases: readonly Lease[]) {
  return step(database, journal, generation, leases);
}

async function stored({ database, generation }: TestTally): Promise<Record<string, number>> {
  const rows = await database.many<{ account_id: string; total: number }>({
    text: `select account_id, total from ${generation.schema}.tally order by account_id`,
  });
  return Object.fromEntries(rows.map(({ account_id, total }) => [account_id, total]));
}

test('a batch whose states are rows commits without a transaction', async () => {
  const { tally, leases } = await openWithLeases();
  await tally.journal.append([xp(first, 2), xp(first, 3), xp(second, 4)]);
  const database: Database = {
    ...tally.database,
    transaction: () => Promise.reject(new Error('a transaction was begun')),
  };
  const batch = await readBatch(tally.journal, tally.generation, leases);
  const outcome = await commitBatch({ database, decisions: noDecisions }, tally.generation, batch);
  expect(outcome).toEqual({ kind: 'committed', parked: 0 });
  expect(await stored(tally)).toEqual({ [first]: 3, [second]: 4 });
  expect(await readBatch(tally.journal, tally.generation, leases)).toEqual([]);
});

test('a batch of a lost partition writes nothing, and no position of its other partitions moves', async () => {
  const { tally, leases } = await openWithLeases();
  const other = ['a', 'b', 'c', 'd', 'e'].map((name) => xp(name, 5));
  await tally.journal.append(other);
  expect(await next(tally, leases)).toMatchObject({ kind: 'committed' });
  const before = await stored(tally);

  await tally.journal.append([xp(first, 6), ...other.map(({ subject }) => xp(subject, 7))]);
  const batch = await readBatch(tally.journal, tally.generation, leases);
  const [lost] = batch.map(({ lease }) => lease);
  await tally.database.run({
    text: 'update projection.checkpoint set epoch = epoch + 1 where partition = $1',
    values: [lost?.partition],
  });
  const options = { database: tally.database, decisions: noDecisions };
  expect(await commitBatch(options, tally.generation, batch)).toEqual({ kind: 'lost' });
  expect(await stored(tally)).toEqual(before);
});

test('records of a subject that was erased in the meantime are skipped', async () => {
  const { tally, leases } = await openWithLeases();
  await tally.journal.append([xp(first, 2), xp(second, 3)]);
  const batch = await readBatch(tally.journal, tally.generation, leases);
  await tally.database.run({
    text: `with erased as (insert into projection.erased (subject) values ($1))
           update projection.checkpoint set revision = revision + 1`,
    values: [second],
  });
  const options = { database: tally.database, decisions: noDecisions };
  expect(await commitBatch(options, tally.generation, batch)).toEqual({ kind: 'committed', parked: 0 });
  expect(await stored(tally)).toEqual({ [first]: 2 });
});

test('a record that the fold or the database refuses is parked, and the records around it are written', async () => {
  const { tally, leases } = await openWithLeases();
  await tally.journal.append([xp('a', 2), refused(first), xp(second, 4)]);
  expect(await next(tally, leases)).toEqual({ kind: 'committed', parked: 1 });
  await tally.journal.append([poison('a'), xp('b', 5)]);
  expect(await next(tally, leases)).toEqual({ kind: 'committed', parked: 1 });
  expect(await stored(tally)).toEqual({ a: 2, b: 5, [first]: 1, [second]: 4 });
  const parked = await parkedRows(tally.database, tally.generation);
  expect(parked.map(({ subject }) => subject).sort()).toEqual(['a', first].sort());
});
