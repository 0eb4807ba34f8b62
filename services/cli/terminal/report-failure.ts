import { CommanderError } from 'commander';
import { DirectoryUnavailable } from '../../../projections/access/directory/directory.ts';
import { diskFullError } from '../../../shared/errors/disk-full.ts';
import { LogUnavailable, messageOf, OperatorError } from '../../../shared/errors/errors.ts';
import { isDamageError } from '../../../shared/postgres/faults/damage-error.ts';
import { isDatabaseUnavailable } from '../../../shared/postgres/faults/database-unavailable.ts';
import { lackingPrivilegeError } from '../../../shared/postgres/faults/lacking-privilege.ts';
import { printable, printableJson } from './printable.ts';

const usageExit = 2;
const failureExit = 1;

/** Writes one line to stderr that says what went wrong. @returns the exit code (operations.md, Commands) */
export function reportFailure(error: unknown, json: boolean): number {
  const { code, message, exit } = describeFailure(error);
  const line = printable(message.replace(/\s*\n\s*/g, ' ').trim());
  process.stderr.write(json ? `${printableJson({ error: { code, message: line } })}\n` : `hub: ${line}\n`);
  return exit;
}

/** The code, the message and the exit code for whatever was thrown. */
export function describeFailure(error: unknown): {
  readonly code: string;
  readonly message: string;
  readonly exit: number;
} {
  if (error instanceof CommanderError) return { code: 'usage', message: usageOf(error), exit: usageExit };
  if (error instanceof OperatorError) return { code: error.code, message: error.message, exit: failureExit };
  const known = diskFullError(error) ?? lackingPrivilegeError(error);
  if (known !== null) return { code: known.code, message: known.message, exit: failureExit };
  const unavailable = unavailabilityOf(error);
  if (unavailable !== null) return { ...unavailable, exit: failureExit };
  if (isDamageError(error)) {
    const message = `files of the database are damaged (${messageOf(error)}): hub projections names what is, and the command that makes it anew`;
    return { code: 'database_damaged', message, exit: failureExit };
  }
  return { code: 'internal_error', message: `unexpected: ${messageOf(error)}`, exit: failureExit };
}

/** The line for a log, directory or database that did not answer in time; null for any other error. */
function unavailabilityOf(error: unknown): { readonly code: string; readonly message: string } | null {
  if (error instanceof LogUnavailable) {
    return { code: 'log_unavailable', message: `the log does not answer: ${error.message}` };
  }
  if (error instanceof DirectoryUnavailable) {
    return {
      code: 'not_projected',
      message: `keys and members could not be read from the database in time: ${error.message}; look at its load, and at hub projections`,
    };
  }
  if (isDatabaseUnavailable(error)) {
    return { code: 'database_unavailable', message: `the database does not answer: ${messageOf(error)}` };
  }
  return null;
}

/** One line, also for a command group without a command, for which commander's message is the whole help. */
function usageOf(error: CommanderError): string {
  if (error.code === 'commander.help') return 'name a command; --help lists them';
  const names = error.code === 'commander.unknownOption' ? '; a name that begins with - goes after --' : '';
  return `${error.message.replace(/^error: /, '').replace(/\.$/, '')}${names}; --help shows the usage`;
}
