import { pollUntil } from '../../../shared/async/waiting.ts';
import type { Logger } from '../../../shared/observability/logger.ts';
import type { Database } from '../../../shared/postgres/database.ts';
import { migrate } from '../../../shared/postgres/schema/migrate.ts';
import type { DirectoryKeeper } from './directory.ts';

const pollEveryMs = 20;

/** Creates the table of the served version. Several processes may call this at once. */
export async function prepareServedVersion(database: Database): Promise<void> {
  await migrate(database, 'served-epoch', new URL('./served-epoch/', import.meta.url));
}

/**
 * Writes the served version after each refresh, for `waitUntilServed` in another process.
 * @returns how to stop; resolves when no write is under way
 */
export function serveDirectoryVersion(
  database: Database,
  keeper: DirectoryKeeper,
  logger: Logger,
): () => Promise<void> {
  let written = -1;
  let wanted = -1;
  let writing: Promise<void> | undefined;

  async function write(): Promise<void> {
    while (written !== wanted) {
      const version = wanted;
      await database.run({
        text: `insert into hub.served_epoch (hub, epoch) values ('hub', $1)
               on conflict (hub) do update set epoch = excluded.epoch`,
        values: [version],
      });
      written = version;
    }
  }

  function writeSoon(version: number): void {
    wanted = version;
    writing ??= write()
      // The next refresh tries again.
      .catch((error: Error) => logger.warn({ err: error }, 'cannot write the version that is served'))
      .finally(() => {
        writing = undefined;
      });
  }

  const stop = keeper.onChange(({ version }) => {
    if (version !== written) writeSoon(version);
  });
  return async () => {
    stop();
    await writing;
  };
}

/** @returns false when the running hub did not serve `version` or more within `deadlineMs` */
export async function waitUntilServed(
  database: Database,
  version: number,
  deadlineMs: number,
): Promise<boolean> {
  const isServed = async () => {
    const row = await database.maybeOne<{ version: number }>({
      text: 'select epoch as version from hub.served_epoch',
    });
    return row !== null && row.version >= version ? true : null;
  };
  return (await pollUntil(isServed, { withinMs: deadlineMs, everyMs: pollEveryMs })) !== null;
}
