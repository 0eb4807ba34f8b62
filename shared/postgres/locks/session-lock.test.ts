import { expect, test } from 'vitest';
import { freshDatabase } from '../../../test/support/postgres/database.ts';
import { withDatabase } from '../../../test/support/postgres/with-database.ts';
import { backupKeysLockOf, takeBackupKeeperLock, withBackupLock } from '../../backup/folder/backup-lock.ts';
import { takeBuildLock } from '../../projection/replay/rebuild/build-lock.ts';
import type { Database } from '../database.ts';
import { overTcp } from '../testing/over-tcp.ts';
import { findLockSessions } from './session-lock.ts';

const locks: { what: string; take: (database: Database) => Promise<unknown> }[] = [
  { what: 'the keeper of backups', take: takeBackupKeeperLock },
  { what: 'a backup', take: (database) => withBackupLock(database, async () => {}) },
  { what: 'the keys of backups', take: (database) => backupKeysLockOf(database)(async () => {}) },
  { what: 'a build', take: (database) => takeBuildLock(database, ['xp-history']) },
];

test.each(locks)(
  'the server soon frees the lock of $what when the host of its holder vanishes',
  async ({ take }) => {
    const { url } = await freshDatabase();
    const keepalives: unknown[] = [];
    await withDatabase(overTcp(url).href, async (database) => {
      const connect: Database['connect'] = (prepare) =>
        database.connect(async (fresh) => {
          await prepare?.(fresh);
          const { rows } = await fresh.query(
            `select name, setting from pg_settings where name like 'tcp_keepalives_%' order by name`,
          );
          keepalives.push(rows.map(({ name, setting }) => [name, setting]));
        });
      await take({ ...database, connect });
    });
    expect(keepalives).toEqual([
      [
        ['tcp_keepalives_count', '3'],
        ['tcp_keepalives_idle', '5'],
        ['tcp_keepalives_interval', '5'],
      ],
    ]);
  },
);

test('only a holder of the given lock in this database is found', async () => {
  const [{ database }, { database: other }] = [await freshDatabase(), await freshDatabase()];
  const session = await database.connect();
  await session.query("set application_name = 'holder'");
  await session.query('select pg_advisory_lock(77), pg_advisory_lock(0, 78)');
  expect(await findLockSessions(database, 77)).toEqual([{ pid: session.processID, name: 'holder' }]);
  expect(await findLockSessions(database, 78)).toEqual([]);
  expect(await findLockSessions(other, 77)).toEqual([]);
  await session.end();
});
