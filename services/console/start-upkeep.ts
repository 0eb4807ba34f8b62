import { startPeriodicTask } from '../../shared/async/periodic-task.ts';
import type { Logger } from '../../shared/observability/logger.ts';
import { createUnusedDeviceExpiry } from '../operations/devices/expire-unused-devices.ts';
import { emptyLateRecords } from '../operations/erasure/carry-out-erasure.ts';
import type { OperationHub } from '../operations/operation-hub.ts';
import { finishInterruptedCommands } from './commands/finish-interrupted-commands.ts';
import { deleteExpiredExportClaims } from './exports/export-limit.ts';

const everyDefaultMs = 60_000;

/**
 * Runs at once and then each minute.
 * @returns how to stop; resolves when no work is running, or after 5 s
 */
export function startConsoleUpkeep(
  hub: OperationHub,
  logger: Logger,
  everyMs = everyDefaultMs,
): () => Promise<void> {
  const start = (name: string, run: () => Promise<unknown>) =>
    startPeriodicTask({ name, run, everyMs, logger });
  const tasks = [
    start('completion of commands of a console that ended', () => finishInterruptedCommands(hub)),
    start('removal of the times of data exports', () => deleteExpiredExportClaims(hub.database)),
    // The role of the projector may not pack (docs/operate/roles.md).
    start('packing of the log', () => hub.journal.log.maintain()),
    start('expiry of unused settings of plugins', createUnusedDeviceExpiry(hub)),
    start('removal of late records of erased members', () => emptyLateRecords(hub)),
  ];
  // A stop waits 5 s at most. A longer run then fails, and is repeated after the next start.
  return async () => {
    await Promise.all(tasks.map((task) => task.stop()));
  };
}
