import type { Command } from 'commander';
import { projectedWithinMs } from '../../projections/access/commands/append-and-wait.ts';
import { DirectoryUnavailable } from '../../projections/access/directory/directory.ts';
import { OperatorError } from '../../shared/errors.ts';
import { createLogger } from '../../shared/logger.ts';
import { connect, type HubConnection } from './connect.ts';
import { type Output, print } from './output.ts';
import { readHubSettings } from './settings.ts';

/**
 * Connects to the hub, does the work, prints its output and disconnects. It prints first, because a secret that is shown
 * only once must not be lost when disconnecting fails.
 */
export async function runCommand(
  command: Command,
  work: (hub: HubConnection) => Promise<Output>,
): Promise<void> {
  // Silent, because failures are reported by one line on stderr; log lines would only repeat them.
  const hub = await connect(readHubSettings(), createLogger({ name: 'hub', level: 'silent' }));
  try {
    print(await work(hub).catch(explainDelay), command.optsWithGlobals().json === true);
  } finally {
    await hub.close();
  }
}

/** Explains a wait for the directory that took too long. @throws OperatorError for that, any other error as it is */
export function explainDelay(error: unknown): never {
  if (!(error instanceof DirectoryUnavailable)) throw error;
  const message = `the access projection did not catch up within ${projectedWithinMs / 1_000} s: \`hub projections\` shows why`;
  throw new OperatorError('not_projected', message, { cause: error });
}
