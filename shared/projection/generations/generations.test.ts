import { expect, test } from 'vitest';
import { freshDatabase } from '../../../test/support/postgres/database.ts';
import { pause } from '../../async/waiting.ts';
import { lockNumbers } from '../../postgres/lock-numbers.ts';
import { openDatabase } from '../../postgres/open-database.ts';
import { migrationsWith } from '../testing/migrations-with.ts';
import { tallyMigrations, tallyProjection } from '../testing/tally-projection.ts';
import {
  createGeneration,
  findLive,
  findReadable,
  migrateEngine,
  prepareGenerations,
} from './generations.ts';

test('creates the first generation of a projection once, and makes it live, however many processes start', async () => {
  const { database } = await freshDatabase();
  await Promise.all(Array.from({ length: 4 }, () => prepareGenerations(database, [tallyProjection])));
  expect(await findLive(database, 'tally')).toEqual({
    generation: 1,
    schema: '"tally_g1"',
  });
  const { rows } = await database.one<{ rows: number }>({
    text: 'select count(*) as rows from projection.checkpoint where next_offset = 0 and epoch = 0',
  });
  expect(rows).toBe(12);
  expect(await database.many({ text: 'select * from tally_g1.tally' })).toEqual([]);
});

test('waits for its turn while another process creates an index', async () => {
  const { url, database } = await freshDatabase();
  await migrateEngine(database);
  const impatient = openDatabase({ url, name: 'test', maxConnections: 1, statementTimeoutMs: 500 });
  const maker = await database.connect();
  await maker.query('select pg_advisory_lock($1)', [lockNumbers.generations]);
  const prepared = prepareGenerations(impatient, [tallyProjection]);
  await pause(1_000);
  await maker.end();
  await prepared;
  expect(await findLive(database, 'tally')).toMatchObject({ generation: 1 });
  await impatient.close();
});

test('creates no generation for another version of a projection that has a generation', async () => {
  const { database } = await freshDatabase();
  await prepareGenerations(database, [tallyProjection]);
  const changed = { ...tallyProjection, version: { shape: 2, logic: 1 } };
  await prepareGenerations(database, [changed]);
  expect(await findReadable(database, tallyProjection)).toMatchObject({ generation: 1 });
  expect(await findReadable(database, changed)).toBeNull();
  expect(await findReadable(database, { ...changed, readsShapes: [1] })).toMatchObject({ generation: 1 });
});

test('a release that only adds an index needs no rebuild: the start adds the index to every generation', async () => {
  const { database } = await freshDatabase();
  await prepareGenerations(database, [tallyProjection]);
  await database.transaction((tx) => createGeneration(tx, tallyProjection, 'building'));
  const release = {
    ...tallyProjection,
    migrations: await migrationsWith(
      tallyMigrations,
      '002-tally-by-total.sql',
      '-- For the list of the best.\ncreate index tally_by_total on tally (total, account_id);',
    ),
  };
  await Promise.all([prepareGenerations(database, [release]), prepareGenerations(database, [release])]);
  const indexes = await database.many({
    text: `select schemaname from pg_indexes where indexname = 'tally_by_total' order by 1`,
  });
  expect(indexes).toEqual([{ schemaname: 'tally_g1' }, { schemaname: 'tally_g2' }]);
  const generations = await database.many({ text: 'select generation, shape from projection.generation' });
  expect(generations).toHaveLength(2);
  expect(await findLive(database, 'tally')).toMatchObject({ generation: 1 });
});

test('a release that changes tables under their old shape does not start', async () => {
  const { database } = await freshDatabase();
  await prepareGenerations(database, [tallyProjection]);
  const release = {
    ...tallyProjection,
    migrations: await migrationsWith(
      tallyMigrations,
      '002-large.sql',
      'alter table tally add column large integer;',
    ),
  };
  await expect(prepareGenerations(database, [release])).rejects.toThrow(
    '002-large.sql changes tables, so it needs a new shape',
  );
});

test('finds no live generation of a projection that was never prepared', async () => {
  const { database } = await freshDatabase();
  await prepareGenerations(database, []);
  expect(await findLive(database, 'access')).toBeNull();
});
