import type { Command } from 'commander';
import { projectedWithinMs } from '../../projections/access/commands/append-and-wait.ts';
import { OutcomeUnknown, outcomeUnknownMessage } from '../../projections/access/commands/outcome-unknown.ts';
import { DirectoryUnavailable } from '../../projections/access/directory/directory.ts';
import { OperatorError } from '../../shared/errors/errors.ts';
import { createLogger } from '../../shared/observability/logger.ts';
import { type ConnectOptions, connect, type HubConnection } from './connection/connect.ts';
import { readHubSettings } from './settings.ts';
import { type Output, printFully } from './terminal/output.ts';

/**
 * Prints before it disconnects: a failed disconnect must not lose a secret that is shown only once.
 */
export function runCommand(
  command: Command,
  work: (hub: HubConnection) => Promise<Output>,
  options?: ConnectOptions,
): Promise<void> {
  return withConnection(async (hub) => {
    const output = await work(hub).catch(explainDelay);
    await printFor(command, output).catch(async (error: unknown) => {
      await output.takeBack?.();
      throw error;
    });
  }, options);
}

/** Prints as the options of the command say. @throws as `printFully` */
export function printFor(command: Command, output: Output): Promise<void> {
  return printFully(output, command.optsWithGlobals().json === true);
}

/** The action of a command. `work` gets the arguments, then the options, then the command. */
export function onHub<Given extends unknown[]>(
  work: (hub: HubConnection, ...given: Given) => Promise<Output>,
  options?: ConnectOptions,
): (...given: Given) => Promise<void> {
  // Commander passes the command last, also to an action that does not take it.
  return (...given) => runCommand(given.at(-1) as Command, (hub) => work(hub, ...given), options);
}

export async function withConnection(
  work: (hub: HubConnection) => Promise<void>,
  options?: ConnectOptions,
): Promise<void> {
  // Silent, because failures are reported by one line on stderr.
  const hub = await connect(readHubSettings(), createLogger({ name: 'hub', level: 'silent' }), options);
  try {
    await work(hub);
  } finally {
    await hub.close();
  }
}

/**
 * @throws OperatorError when the wait for the directory took too long, any other error unchanged
 */
export function explainDelay(error: unknown): never {
  if (!(error instanceof DirectoryUnavailable)) throw error;
  const ofAccess = `the access projection did not catch up within ${projectedWithinMs / 1_000} s: \`hub projections\` shows why`;
  // When another projection than access is late, the cause names that projection.
  const late = error.cause instanceof OperatorError ? error.cause.message : ofAccess;
  const message = error instanceof OutcomeUnknown ? `${outcomeUnknownMessage}; ${late}` : late;
  throw new OperatorError('not_projected', message, { cause: error });
}
