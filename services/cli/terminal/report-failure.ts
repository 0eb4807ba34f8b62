import { CommanderError } from 'commander';
import { DirectoryUnavailable } from '../../../projections/access/directory/directory.ts';
import { diskFullError } from '../../../shared/errors/disk-full.ts';
import { LogUnavailable, messageOf, OperatorError } from '../../../shared/errors/errors.ts';
import { isDamageError } from '../../../shared/postgres/faults/damage-error.ts';
import { isDatabaseUnavailable } from '../../../shared/postgres/faults/database-unavailable.ts';
import { lackingPrivilegeError } from '../../../shared/postgres/faults/lacking-privilege.ts';
import { serverRefusalError } from '../../../shared/postgres/faults/server-refusal.ts';
import { printable, printableJson } from './printable.ts';

const usageExit = 2;
const failureExit = 1;

/**
 * Writes one line to stderr, and a line with the command that fixes the error when known.
 * @returns the exit code (operations.md, Commands)
 */
export function reportFailure(error: unknown, json: boolean): number {
  const { code, message, fix } = describeFailure(error);
  const line = oneLine(message);
  const remedy = fix === null ? null : oneLine(fix);
  const document = { code, message: line, ...(remedy !== null && { fix: remedy }) };
  const text = remedy === null ? `hub: ${line}\n` : `hub: ${line}\n  -> ${remedy}\n`;
  process.stderr.write(json ? `${printableJson({ error: document })}\n` : text);
  return error instanceof CommanderError ? usageExit : failureExit;
}

function oneLine(text: string): string {
  return printable(text.replace(/\s*\n\s*/g, ' ').trim());
}

interface Failure {
  readonly code: string;
  readonly message: string;
  /** The command that fixes the error; null when the message names the fix. */
  readonly fix: string | null;
}

export function describeFailure(error: unknown): Failure {
  if (error instanceof OperatorError) return error;
  const known = diskFullError(error) ?? lackingPrivilegeError(error) ?? serverRefusalError(error);
  return known ?? { ...describeOther(error), fix: null };
}

function describeOther(error: unknown): Omit<Failure, 'fix'> {
  if (error instanceof CommanderError) return { code: 'usage', message: usageOf(error) };
  if (error instanceof LogUnavailable) {
    return { code: 'log_unavailable', message: `the log does not answer: ${error.message}` };
  }
  if (error instanceof DirectoryUnavailable) {
    const message = `keys and members could not be read from the database in time: ${error.message}; check the load of the database, and hub projections`;
    return { code: 'not_projected', message };
  }
  if (isDatabaseUnavailable(error)) {
    return { code: 'database_unavailable', message: `the database does not answer: ${messageOf(error)}` };
  }
  if (isDamageError(error)) {
    const message = `files of the database are damaged (${messageOf(error)}): hub projections names the damaged tables and the command that rebuilds them`;
    return { code: 'database_damaged', message };
  }
  return { code: 'internal_error', message: `unexpected: ${messageOf(error)}` };
}

/** For a command group without a command, commander's message would be the whole help. */
function usageOf(error: CommanderError): string {
  if (error.code === 'commander.help') return 'name a command; --help lists all commands';
  const names = error.code === 'commander.unknownOption' ? '; a name that begins with - goes after --' : '';
  return `${error.message.replace(/^error: /, '').replace(/\.$/, '')}${names}; --help shows the usage`;
}
