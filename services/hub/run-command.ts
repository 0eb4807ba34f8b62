import type { Command } from 'commander';
import { projectedWithinMs } from '../../projections/access/commands/append-and-wait.ts';
import { DirectoryUnavailable } from '../../projections/access/directory/directory.ts';
import { OperatorError } from '../../shared/errors.ts';
import { createLogger } from '../../shared/logger.ts';
import { connect, type HubConnection } from './connect.ts';
import { type Output, print } from './output.ts';
import { readHubSettings } from './settings.ts';

/** Connects, works, prints, and leaves. Printed first: a secret that is shown once must not be lost to a failing close. */
export async function runCommand(
  command: Command,
  work: (hub: HubConnection) => Promise<Output>,
): Promise<void> {
  // One line says what went wrong; the library's own lines would come on top of it.
  const hub = await connect(readHubSettings(), createLogger({ name: 'hub', level: 'silent' }));
  try {
    print(await work(hub).catch(explainDelay), command.optsWithGlobals().json === true);
  } finally {
    await hub.close();
  }
}

/** What a command waits for in vain is the projection of `hub.membership`. @throws OperatorError in place of that */
export function explainDelay(error: unknown): never {
  if (!(error instanceof DirectoryUnavailable)) throw error;
  const message = `the access projection did not catch up within ${projectedWithinMs / 1_000} s: \`hub projections\` shows why`;
  throw new OperatorError('not_projected', message, { cause: error });
}
