import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { migrateHub } from '../services/standalone/schema/migrate-hub.ts';
import { eraseSubjectsFromLog } from '../shared/log/erase-subjects-from-log.ts';
import { openPostgresEventLog } from '../shared/log/postgres/postgres-event-log.ts';
import { createLogger } from '../shared/observability/logger.ts';
import { startEmbeddedPostgres } from '../shared/postgres/embedded/embedded-postgres.ts';
import { openNotifications } from '../shared/postgres/notifications.ts';
import { openDatabase } from '../shared/postgres/open-database.ts';
import { entry } from './support/log/log-entries.ts';
import { dataDirWithCluster } from './support/postgres/made-cluster.ts';

const logger = createLogger({ name: 'test', level: 'silent' });

/** The files of tables that have the text. */
async function tableFilesWith(directory: string, text: string): Promise<string[]> {
  const base = join(directory, 'base');
  const files = await readdir(base, { recursive: true, withFileTypes: true });
  const contents = files
    .filter((file) => file.isFile())
    .map(async ({ parentPath, name }) => {
      const path = join(parentPath, name);
      return (await readFile(path).catch(() => Buffer.alloc(0))).includes(text) ? [path] : [];
    });
  return (await Promise.all(contents)).flat();
}

test('data files hold an erased text until VACUUM and no later than VACUUM FULL, as backup.md says', async () => {
  const server = await startEmbeddedPostgres({ dataDir: await dataDirWithCluster(), logger });
  onTestFinished(() => server.stop());
  await migrateHub(server.url);
  const database = openDatabase({
    url: server.url,
    name: 'test',
    maxConnections: 3,
    statementTimeoutMs: 20_000,
  });
  onTestFinished(() => database.close());
  const notifications = openNotifications(database, logger);
  onTestFinished(() => notifications.close());
  const log = openPostgresEventLog({ database, notifications, logger });
  onTestFinished(() => log.close());
  // A record of an earlier release, whose key holds the invented name of a skill.
  const subject = 'account1';
  await log.append([
    {
      ...entry('hub.state', subject),
      key: `${subject}/skill/Quillonskill`,
      value: Buffer.from('Quillonvalue'),
    },
  ]);
  await database.run({
    text: `insert into access_g1.member (member_id, name, name_key, time_zone, active, changed_at, last_offset)
           values ('m', 'Quillonname', 'quillonname', 'UTC', true, 0, 0)`,
  });
  await database.run({ text: 'checkpoint' });
  const texts = ['Quillonskill', 'Quillonvalue', 'Quillonname'];
  const found = async () => {
    await database.run({ text: 'checkpoint' });
    const files = await Promise.all(texts.map((text) => tableFilesWith(server.directory, text)));
    return texts.filter((_, index) => (files[index]?.length ?? 0) > 0);
  };
  expect(await found()).toEqual(texts);

  await eraseSubjectsFromLog(log, [subject]);
  await log.emptyRecords([subject]);
  await database.run({ text: 'delete from access_g1.member' });
  const keys = await database.many({
    text: `select distinct key from log.hub_state where split_part(key, '/', 1) = $1`,
    values: [subject],
  });
  expect(keys).toEqual([{ key: subject }]);
  for (const table of ['log.hub_state', 'access_g1.member'])
    await database.run({ text: `vacuum full ${table}` });
  expect(await found()).toEqual([]);
});

test('the small tables with names of people are vacuumed soon', async () => {
  const server = await startEmbeddedPostgres({ dataDir: await dataDirWithCluster(), logger });
  onTestFinished(() => server.stop());
  await migrateHub(server.url);
  const database = openDatabase({
    url: server.url,
    name: 'test',
    maxConnections: 1,
    statementTimeoutMs: 20_000,
  });
  onTestFinished(() => database.close());
  const tables = await database.many<{ name: string }>({
    text: `select oid::regclass::text as name
           from pg_class
           where 'autovacuum_vacuum_threshold=1' = any(reloptions)
             and 'autovacuum_vacuum_scale_factor=0' = any(reloptions)
           order by 1`,
  });
  const names = tables.map(({ name }) => name);
  for (const table of ['member', 'account', 'device', 'api_key', 'identity'])
    expect(names).toContain(`access_g1.${table}`);
  expect(names).toContain('account_names_g1.name');
});
