import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { freshDatabase } from '../../../test/support/postgres/database.ts';
import { migrate } from './migrate.ts';

test('a migration that waits for a table does not hold up the readers of the table', async () => {
  const { database } = await freshDatabase('empty');
  const folder = await mkdtemp(join(tmpdir(), 'hub-migrations-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const migrateNow = () => migrate(database, 'notes', pathToFileURL(`${folder}/`));
  await writeFile(join(folder, '001.sql'), 'create table hub.note (text text)');
  await migrateNow();
  await writeFile(join(folder, '002.sql'), 'alter table hub.note add column size int');

  // A long transaction of the release before has read the table.
  const session = await database.connect();
  await session.query('begin; select from hub.note');
  const migrated = migrateNow();
  for (let reads = 0; reads < 10; reads += 1) {
    await database.many({ text: 'select text from hub.note' });
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  await session.query('commit');
  await session.end();
  await migrated;
  expect(await database.many({ text: 'select size from hub.note' })).toEqual([]);
});
