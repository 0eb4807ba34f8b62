import {
  OutcomeUnknown,
  outcomeUnknownMessage,
} from '../../../../projections/access/commands/outcome-unknown.ts';
import { DirectoryUnavailable } from '../../../../projections/access/directory/directory.ts';
import { LogUnavailable, OperatorError } from '../../../../shared/errors/errors.ts';
import { isDamageError } from '../../../../shared/postgres/faults/damage-error.ts';
import { isDatabaseUnavailable } from '../../../../shared/postgres/faults/database-unavailable.ts';
import { ConsoleError } from '../../console-error.ts';
import { DiscordUnavailable } from '../../discord/discord-client.ts';

export interface ConsoleRefusal {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  /** Whole seconds; null for an answer without `Retry-After`. */
  readonly retryAfter: number | null;
}

const soon = 1;

/** An unexpected error becomes a 500 that does not name its cause. */
export function toConsoleError(thrown: unknown): ConsoleRefusal {
  if (thrown instanceof ConsoleError) return thrown;
  if (thrown instanceof OperatorError) return { ...lineOf(thrown), status: 409, retryAfter: null };
  return temporary(thrown) ?? unreadable(thrown) ?? new ConsoleError('internal_error', 'Internal error.');
}

function lineOf({ code, message }: OperatorError): Pick<ConsoleRefusal, 'code' | 'message'> {
  return { code, message };
}

function temporary(thrown: unknown): ConsoleError | null {
  if (thrown instanceof OutcomeUnknown) {
    return new ConsoleError('stored_only', outcomeUnknownMessage, soon);
  }
  const awaited = awaitedBy(thrown);
  return awaited === null ? null : new ConsoleError('unavailable', `the hub waits for ${awaited}`, soon);
}

function awaitedBy(thrown: unknown): string | null {
  if (thrown instanceof DiscordUnavailable) return 'Discord, which does not answer';
  if (thrown instanceof LogUnavailable) return 'its log, which does not answer';
  if (thrown instanceof DirectoryUnavailable) return 'members and keys to be projected';
  if (isDamageError(thrown)) return 'the repair of a damaged table, which hub doctor names';
  return isDatabaseUnavailable(thrown) ? 'its database, which does not answer' : null;
}

/** Errors that Fastify throws for a request that it cannot read. */
function unreadable(thrown: unknown): ConsoleError | null {
  const status = (thrown as { readonly statusCode?: unknown } | null)?.statusCode;
  if (status === 413) return new ConsoleError('too_large', 'the body is over 64 KiB');
  if (typeof status !== 'number' || status < 400 || status >= 500) return null;
  return new ConsoleError('invalid', 'the request could not be read');
}
