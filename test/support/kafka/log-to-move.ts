import { randomBytes } from 'node:crypto';
import { onTestFinished } from 'vitest';
import { openJournal } from '../../../shared/log/open-journal.ts';
import { openPostgresEventLog } from '../../../shared/log/postgres/postgres-event-log.ts';
import { createLogger } from '../../../shared/observability/logger.ts';
import { openNotifications } from '../../../shared/postgres/notifications.ts';
import { type ProcessOptions, temporaryDataDir } from '../hub/hub-process.ts';
import { withFallingTimes } from '../log/falling-times.ts';
import { mixedLog } from '../log/mixed-log.ts';
import { freshDatabase } from '../postgres/database.ts';
import { uniquePrefix } from './kafka.ts';
import { deleteTopics, openTestKafkaLog } from './log.ts';

const clone = new URL('../../..', import.meta.url).pathname.replace(/\/$/, '');

/** A stopped hub with its log in PostgreSQL, and an empty log in Kafka. Both end with the test. */
export async function openLogToMove(brokers: string, events: number) {
  const { url, database } = await freshDatabase();
  const prefix = uniquePrefix();
  const kafka = openTestKafkaLog(brokers, prefix);
  onTestFinished(() => deleteTopics(brokers, prefix));
  onTestFinished(() => kafka.close());
  const hubSecret = randomBytes(32);
  const logger = createLogger({ name: 'tests', level: 'silent' });
  const notifications = openNotifications(database, logger);
  onTestFinished(() => notifications.close());
  const local = openPostgresEventLog({ database, notifications, logger });
  onTestFinished(() => local.close());
  await local.ensureStreams();
  const journal = await openJournal({ log: local, hubSecret });
  await journal.import(withFallingTimes(mixedLog(events)));
  const settings = {
    DATABASE_URL: url,
    DATA_DIR: await temporaryDataDir(null),
    HUB_SECRET: hubSecret.toString('base64'),
    KAFKA_BROKERS: brokers,
    KAFKA_TOPIC_PREFIX: prefix,
  };
  const options: ProcessOptions = { clone, as: null, environment: settings };
  return { database, kafka, local, settings, options, prefix };
}
