import { expect, onTestFinished, test, vi } from 'vitest';
import { freshDatabase } from '../../test/support/postgres/database.ts';
import { dumpDatabase, restoreInPlace } from '../../test/support/postgres/dump.ts';
import { createLifecycle } from '../async/lifecycle.ts';
import { LogUnavailable } from '../errors/errors.ts';
import { ensureStreams } from '../log/postgres/ensure-streams.ts';
import { createLogger } from '../observability/logger.ts';
import type { Database, Statement } from '../postgres/database.ts';
import { DatabaseMoved, watchDatabaseCopy } from './watch-database-copy.ts';

test('a dump that is restored under a running process is reported once, and its sessions are refused', async () => {
  const { database } = await freshDatabase('log');
  const { requireSame, onMoved } = await watch(database);
  await requireSame(database);
  await restoreInPlace(database, await dumpDatabase(database));
  await expect.poll(() => onMoved.mock.calls).toEqual([[expect.any(DatabaseMoved)]]);
  await expect(requireSame(database)).rejects.toThrow(LogUnavailable);
  expect(onMoved).toHaveBeenCalledTimes(1);
});

test('a database stays the same copy when its first tables are created, and when maintenance rewrites tables', async () => {
  const { database } = await freshDatabase();
  const { requireSame, onMoved } = await watch(database);
  await ensureStreams(database);
  await requireSame(database);
  await database.run({ text: 'vacuum full log.partition' });
  await database.run({ text: 'truncate log.record' });
  await requireSame(database);
  expect(onMoved).not.toHaveBeenCalled();
});

test('a late answer from before the first tables does not count as another copy', async () => {
  const { database } = await freshDatabase();
  const { requireSame, onMoved } = await watch(database);
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  const late = requireSame({
    ...database,
    one: async <Row extends object>(statement: Statement<Row>) => {
      const row = await database.one(statement);
      await answered;
      return row;
    },
  });
  await ensureStreams(database);
  await requireSame(database);
  answer();
  await late;
  expect(onMoved).not.toHaveBeenCalled();
});

async function watch(database: Database) {
  const lifecycle = createLifecycle();
  onTestFinished(() => lifecycle.close());
  const onMoved = vi.fn();
  const logger = createLogger({ name: 'test', level: 'silent' });
  return { ...(await watchDatabaseCopy({ database, logger, lifecycle, onMoved, everyMs: 20 })), onMoved };
}
