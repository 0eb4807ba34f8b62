import type pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { freshDatabase } from '../../test/support/postgres/database.ts';
import { createLogger } from '../observability/logger.ts';
import type { Database } from './database.ts';
import { openNotifications } from './notifications.ts';

const logger = createLogger({ name: 'test', level: 'silent' });

function listen(database: Database) {
  const notifications = openNotifications(database, logger);
  onTestFinished(() => notifications.close());
  const heard = vi.fn();
  notifications.on('hub_log', heard);
  return heard;
}

async function notify(database: Database): Promise<void> {
  await database.run({ text: "notify hub_log, 'a'" });
}

test('notifications are heard again after the connection was cut', async () => {
  const { database } = await freshDatabase();
  const heard = listen(database);
  await vi.waitFor(() => expect(heard).toHaveBeenCalledWith(''), 15_000);
  heard.mockClear();
  await database.run({
    text: `select pg_terminate_backend(pid) from pg_stat_activity
           where datname = current_database() and query like 'listen%'`,
  });
  await vi.waitFor(() => expect(heard).toHaveBeenCalledWith(''), 5_000);
  await notify(database);
  await vi.waitFor(() => expect(heard).toHaveBeenCalledWith('a'), 15_000);
});

test('notifications are heard over one connection, also after listening failed on an earlier connection', async () => {
  const { database } = await freshDatabase();
  const clients: pg.Client[] = [];
  const ended = vi.fn();
  const heard = listen({
    ...database,
    connect: async () => {
      const client = await database.connect();
      clients.push(client);
      client.once('end', ended);
      // After a failed transaction LISTEN fails, though the connection itself still works.
      if (clients.length === 1) await client.query('begin; select 1 / 0').catch(() => {});
      return client;
    },
  });
  await vi.waitFor(() => expect(heard).toHaveBeenCalledWith(''), 5_000);
  await vi.waitFor(() => expect(ended).toHaveBeenCalledTimes(1), 15_000);
  await notify(database);
  await vi.waitFor(() => expect(heard).toHaveBeenCalledWith('a'), 15_000);
  expect(heard).toHaveBeenCalledTimes(2);
  expect(clients.length).toBe(2);
});
