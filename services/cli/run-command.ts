import type { Command } from 'commander';
import { projectedWithinMs } from '../../projections/access/commands/append-and-wait.ts';
import { StoredOnly, storedLine } from '../../projections/access/commands/stored-only.ts';
import { DirectoryUnavailable } from '../../projections/access/directory/directory.ts';
import { OperatorError } from '../../shared/errors/errors.ts';
import { createLogger } from '../../shared/observability/logger.ts';
import { type ConnectOptions, connect, type HubConnection } from './connection/connect.ts';
import { readHubSettings } from './settings.ts';
import { type Output, printFully } from './terminal/output.ts';

/**
 * Connects to the hub, does the work, prints its output and disconnects. It prints first, because a secret that is shown
 * only once must not be lost when disconnecting fails.
 */
export function runCommand(
  command: Command,
  work: (hub: HubConnection) => Promise<Output>,
  options?: ConnectOptions,
): Promise<void> {
  return withConnection(async (hub) => {
    const output = await work(hub).catch(explainDelay);
    await printFully(output, command.optsWithGlobals().json === true).catch(async (error: unknown) => {
      await output.takeBack?.();
      throw error;
    });
  }, options);
}

/** Connects to the hub for work that prints by itself. */
export async function withConnection(
  work: (hub: HubConnection) => Promise<void>,
  options?: ConnectOptions,
): Promise<void> {
  // Silent, because failures are reported by one line on stderr; log lines would only repeat them.
  const hub = await connect(readHubSettings(), createLogger({ name: 'hub', level: 'silent' }), options);
  try {
    await work(hub);
  } finally {
    await hub.close();
  }
}

/** Explains a wait for the directory that took too long. @throws OperatorError for that, any other error as it is */
export function explainDelay(error: unknown): never {
  if (!(error instanceof DirectoryUnavailable)) throw error;
  const ofAccess = `the access projection did not catch up within ${projectedWithinMs / 1_000} s: \`hub projections\` shows why`;
  // Of another projection than that of members and rights the cause says which it is.
  const late = error.cause instanceof OperatorError ? error.cause.message : ofAccess;
  const message = error instanceof StoredOnly ? `${storedLine}; ${late}` : late;
  throw new OperatorError('not_projected', message, { cause: error });
}
