import type { Lifecycle } from '../lifecycle.ts';
import type { Journal } from '../log/journal.ts';
import { openJournal } from '../log/open-journal.ts';
import { openPostgresEventLog } from '../log/postgres/postgres-event-log.ts';
import type { Logger } from '../logger.ts';
import type { Base } from './open-base.ts';

/** Opens the log that a process works on, with its streams. @throws OperatorError when the secret is another log's */
export async function openProcessJournal(
  { database, notifications, hubSecret }: Pick<Base, 'database' | 'notifications' | 'hubSecret'>,
  { logger, lifecycle }: { readonly logger: Logger; readonly lifecycle: Lifecycle },
): Promise<Journal> {
  const log = openPostgresEventLog({ database, notifications, logger });
  lifecycle.onClose(log.close);
  await log.ensureStreams();
  return openJournal({ log, hubSecret });
}
