import { pollUntil } from '../../../shared/async/waiting.ts';
import type { Logger } from '../../../shared/observability/logger.ts';
import type { Database } from '../../../shared/postgres/database.ts';
import { migrate } from '../../../shared/postgres/schema/migrate.ts';
import type { DirectoryKeeper } from './directory.ts';

const pollEveryMs = 20;

/** Makes the table that `serveEpochs` and `waitUntilServed` share. Safe when raced. */
export async function prepareServedEpoch(database: Database): Promise<void> {
  await migrate(database, 'served-epoch', new URL('./served-epoch/', import.meta.url));
}

/**
 * A hub of one process writes after each refresh which epoch it serves, so that a command can return when its change
 * is in effect there. @returns how to stop; resolves when no write is under way
 */
export function serveEpochs(
  database: Database,
  keeper: DirectoryKeeper,
  logger: Logger,
): () => Promise<void> {
  let written = -1;
  let wanted = -1;
  let writing: Promise<void> | undefined;

  async function write(): Promise<void> {
    while (written !== wanted) {
      const epoch = wanted;
      await database.run({
        text: `insert into hub.served_epoch (hub, epoch) values ('hub', $1)
               on conflict (hub) do update set epoch = excluded.epoch`,
        values: [epoch],
      });
      written = epoch;
    }
  }

  function writeSoon(epoch: number): void {
    wanted = epoch;
    writing ??= write()
      // The next refresh, seconds later at most, tries again.
      .catch((error: Error) => logger.warn({ err: error }, 'cannot write the epoch that is served'))
      .finally(() => {
        writing = undefined;
      });
  }

  const stop = keeper.onChange(({ epoch }) => {
    if (epoch !== written) writeSoon(epoch);
  });
  return async () => {
    stop();
    await writing;
  };
}

/** Waits until the running hub serves `epoch` or more. @returns false when it did not within `deadlineMs` */
export async function waitUntilServed(
  database: Database,
  epoch: number,
  deadlineMs: number,
): Promise<boolean> {
  const isServed = async () => {
    const row = await database.maybeOne<{ epoch: number }>({ text: 'select epoch from hub.served_epoch' });
    return row !== null && row.epoch >= epoch ? true : null;
  };
  return (await pollUntil(isServed, { withinMs: deadlineMs, everyMs: pollEveryMs })) !== null;
}
