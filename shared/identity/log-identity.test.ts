import { expect, it } from 'vitest';
import { entry } from '../../test/support/log/log-entries.ts';
import { freshDatabase } from '../../test/support/postgres/database.ts';
import { openPostgresEventLog } from '../log/postgres/postgres-event-log.ts';
import { createLogger } from '../observability/logger.ts';
import { openNotifications } from '../postgres/notifications.ts';
import { bindLog, databaseLogIdentity, rebindLog } from './log-identity.ts';

it('binds a database to the log of its first start', async () => {
  const { database } = await freshDatabase();
  await Promise.all([1, 2, 3].map(() => bindLog(database, 'kafka one')));
  await bindLog(database, 'kafka one');
  await expect(bindLog(database, 'kafka two')).rejects.toThrow(
    'the log of this hub is in kafka one, but KAFKA_BROKERS leads to kafka two',
  );
  await expect(bindLog(database, databaseLogIdentity)).rejects.toThrow('set KAFKA_BROKERS');
});

it('refuses Kafka for a hub whose log is in its database, until the log was moved', async () => {
  const { database } = await freshDatabase();
  await bindLog(database, databaseLogIdentity);
  await expect(bindLog(database, 'kafka one')).rejects.toThrow('hub log copy --to kafka');
  await database.transaction((tx) => rebindLog(tx, 'kafka one'));
  await bindLog(database, 'kafka one');
});

it('finds a log in the database even when the database was never bound to it', async () => {
  const { database } = await freshDatabase();
  const logger = createLogger({ name: 'tests', level: 'silent' });
  const notifications = openNotifications(database, logger);
  const log = openPostgresEventLog({ database, notifications, logger });
  await log.ensureStreams();
  await log.append([entry('hub.feed', 'a')]);
  await log.close();
  await notifications.close();
  await expect(bindLog(database, 'kafka one')).rejects.toThrow('in its database');
});
