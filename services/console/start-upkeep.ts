import { runRegularly } from '../../shared/async/run-regularly.ts';
import type { Logger } from '../../shared/observability/logger.ts';
import { emptyLateRecords } from '../operations/erasure/empty-late-records.ts';
import type { OperationHub } from '../operations/operation-hub.ts';
import { finishInterruptedCommands } from './commands/finish-interrupted-commands.ts';
import { deleteExpiredExportClaims } from './exports/export-limit.ts';

const everyDefaultMs = 60_000;
/** Work that takes longer than a stop may wait ends with the database's connections. The next start does it again. */
const stopWithinMs = 5_000;

/**
 * Starts the regular work of a console, at once and then each minute. It finishes commands of a killed console, empties records
 * that were appended while their subject was erased, and deletes old claims of exports.
 * @returns how to stop; resolves when no work is running, or after 5 s
 */
export function startConsoleUpkeep(
  hub: OperationHub,
  logger: Logger,
  everyMs = everyDefaultMs,
): () => Promise<void> {
  const common = { firstAfterMs: 0, everyMs, stopWithinMs, logger };
  const works = [
    runRegularly(() => finishInterruptedCommands(hub), {
      ...common,
      name: 'commands of a console that ended',
    }),
    runRegularly(() => deleteExpiredExportClaims(hub.database), {
      ...common,
      name: 'forgetting who took their data out',
    }),
    runRegularly(() => emptyLateRecords(hub), { ...common, name: 'late records of those who were erased' }),
  ];
  return async () => {
    await Promise.all(works.map((work) => work.stop()));
  };
}
