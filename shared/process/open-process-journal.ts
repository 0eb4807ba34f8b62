import type { Lifecycle } from '../async/lifecycle.ts';
import type { Retention } from '../events/streams.ts';
import type { Journal } from '../log/journal.ts';
import { openEventLog } from '../log/open-event-log.ts';
import { openJournal } from '../log/open-journal.ts';
import type { Logger } from '../observability/logger.ts';
import { type KafkaSettings, kafkaAddress } from '../settings/kafka-settings.ts';
import type { ProcessBase } from './open-process-base.ts';
import { recordSecretFingerprint } from './settings/known-secret.ts';

export interface ProcessJournalOptions {
  readonly settings: KafkaSettings;
  /** Given by the process that deletes old records of the log; null in other processes. */
  readonly retention: Retention | null;
  /** See `OpenEventLogOptions`. */
  readonly isOnlyReader?: boolean;
  readonly logger: Logger;
  readonly lifecycle: Lifecycle;
}

/**
 * Opens the hub's log and creates its streams. A command has no copy in memory, and needs no
 * `copyWatch`.
 * @throws OperatorError when the log belongs to another hub
 */
export async function openProcessJournal(
  base: Pick<ProcessBase, 'database' | 'databaseDirectory' | 'notifications' | 'hubSecret'> &
    Partial<Pick<ProcessBase, 'copyWatch'>>,
  { settings, retention, isOnlyReader = false, logger, lifecycle }: ProcessJournalOptions,
): Promise<Journal> {
  const kafka = kafkaAddress(settings);
  const { database, hubSecret } = base;
  const checkSession = base.copyWatch?.requireSame;
  const log = await openEventLog({
    ...base,
    kafka,
    logger,
    retention,
    isOnlyReader,
    ...(checkSession && { checkSession }),
  });
  lifecycle.onClose(log.close);
  const journal = await openJournal({ log, hubSecret });
  await recordSecretFingerprint(database, hubSecret);
  return journal;
}
