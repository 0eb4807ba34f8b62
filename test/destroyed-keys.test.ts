import { randomUUID } from 'node:crypto';
import { copyFile, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { migrateHub } from '../services/standalone/schema/migrate-hub.ts';
import { newEvent } from '../shared/events/event.ts';
import { memberAdded } from '../shared/events/membership/members.ts';
import { eraseSubjectsFromLog } from '../shared/log/erase-subjects-from-log.ts';
import { openJournal } from '../shared/log/open-journal.ts';
import { ensureStreams } from '../shared/log/postgres/ensure-streams.ts';
import { openPostgresEventLog } from '../shared/log/postgres/postgres-event-log.ts';
import { createLogger } from '../shared/observability/logger.ts';
import type { Database } from '../shared/postgres/database.ts';
import { startEmbeddedPostgres } from '../shared/postgres/embedded/embedded-postgres.ts';
import { openNotifications } from '../shared/postgres/notifications.ts';
import { openDatabase } from '../shared/postgres/open-database.ts';
import { roleUrl } from '../shared/postgres/schema/roles.ts';
import { readAll } from './support/log/log-records.ts';
import { freshDatabase } from './support/postgres/database.ts';
import { dataDirWithCluster } from './support/postgres/made-cluster.ts';

const logger = createLogger({ name: 'test', level: 'silent' });

function member(subject: string) {
  const data = { member_id: randomUUID(), name: subject, chat_id: null, time_zone: 'UTC' };
  return newEvent(memberAdded, { subject, source: 'hub' }, data);
}

/** A file that was deleted since the listing holds nothing. */
async function filesWith(folder: string, bytes: Buffer): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const found: string[] = [];
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const content = await readFile(path).catch(() => Buffer.alloc(0));
    if (content.includes(bytes)) found.push(path.slice(folder.length + 1));
  }
  return found;
}

async function walFiles(directory: string): Promise<{ readonly newest: string; readonly next: string }> {
  const names = (await readdir(join(directory, 'pg_wal')))
    .filter((name) => /^[0-9A-F]{24}$/.test(name))
    .sort();
  const newest = names.at(-1) ?? '';
  const next = (BigInt(`0x${newest}`) + 1n).toString(16).toUpperCase().padStart(24, '0');
  return { newest: join(directory, 'pg_wal', newest), next: join(directory, 'pg_wal', next) };
}

function open(url: string): Database {
  const database = openDatabase({ url, name: 'test', maxConnections: 3, statementTimeoutMs: 20_000 });
  onTestFinished(() => database.close());
  return database;
}

test('after an erasure no file and no statistics of the embedded server hold the wrapped key', async () => {
  const dataDir = await dataDirWithCluster();
  const server = await startEmbeddedPostgres({ dataDir, logger });
  onTestFinished(() => server.stop());
  await migrateHub(server.url);
  const owner = open(server.url);
  const database = open(roleUrl('hub_operator', server.url));
  const notifications = openNotifications(database, logger);
  onTestFinished(() => notifications.close());
  const log = openPostgresEventLog({ database, notifications, logger });
  onTestFinished(() => log.close());
  const journal = await openJournal({ log, hubSecret: Buffer.alloc(32, 1) });
  // Few enough records that the planner's statistics sample every value.
  await journal.append(Array.from({ length: 30 }, (_, index) => member(`member-${index}`)));
  const { value } = await owner.one<{ value: Buffer }>({
    text: `select value from log.hub_keys where key like 'member-7/%'`,
  });
  const wrapped = Buffer.from(JSON.parse(value.toString()).data.wrapped);
  await owner.run({ text: 'analyze log.hub_keys' });
  await owner.run({ text: 'checkpoint' });
  const before = await filesWith(server.directory, wrapped);
  expect(before).toContainEqual(expect.stringMatching(/^base\//));
  expect(before).toContainEqual(expect.stringMatching(/^pg_wal\//));

  // An earlier release may have left the key in a recycled WAL file.
  const wal = await walFiles(server.directory);
  await copyFile(wal.newest, wal.next);
  expect(await filesWith(server.directory, wrapped)).toContain(wal.next.slice(server.directory.length + 1));

  // An open snapshot still sees the earlier rows, for example of a dump.
  const snapshot = await owner.connect();
  await snapshot.query('begin isolation level repeatable read; select 1 from log.partition');
  await eraseSubjectsFromLog(log, ['member-7']);
  await log.emptyRecords(['member-7']);
  await snapshot.end();

  expect(await filesWith(server.directory, wrapped)).toEqual([]);
  expect(
    await owner.many({
      text: `select tablename from pg_stats where schemaname = 'log' and attname = 'value'`,
    }),
  ).toEqual([]);
  expect((await walFiles(server.directory)).newest > wal.next).toBe(true);
  const records = await readAll(log, ['hub.membership']);
  const kinds = (await journal.decode(records)).map(({ kind }) => kind);
  expect(kinds.filter((kind) => kind === 'event')).toHaveLength(29);
});

test('an update removes the statistics that hold values, and keeps the others', async () => {
  const { database } = await freshDatabase('log');
  const columns = {
    text: `select attrelid::regclass::text as name, attstorage as storage
           from pg_attribute
           where attrelid::regclass::text like 'log.hub%' and attname = 'value'
           order by 1`,
  };
  const made = await database.many(columns);
  expect(made).toContainEqual({ name: 'log.hub_membership', storage: 'e' });
  expect(made).toContainEqual({ name: 'log.hub_keys', storage: 'x' });
  // Restore the state that the earlier release left.
  await database.run({ text: 'drop function log.rewrite_keys()' });
  await database.run({ text: `delete from hub.migration where file = '004-destroyed-keys.sql'` });
  await database.run({ text: 'alter table log.record alter column value set statistics -1' });
  await database.run({
    text: `insert into log.record
           select 'hub.keys', 0, n, n, 'k' || n, gen_random_uuid(), 't', 1, 'hub', null, ('v' || n)::bytea
           from generate_series(1, 50) n`,
  });
  await database.run({ text: 'analyze log.hub_keys' });
  const sampled = {
    text: `select attname from pg_stats where schemaname = 'log' and attname in ('key', 'value') order by 1`,
  };
  expect(await database.many(sampled)).toEqual([{ attname: 'key' }, { attname: 'value' }]);

  await ensureStreams(database);
  await database.run({ text: 'analyze log.hub_keys' });
  expect(await database.many(sampled)).toEqual([{ attname: 'key' }]);
  expect(await database.many(columns)).toEqual(made);
});
