import { type CodedError, causesOf, hasCauseWithCode } from '../../errors/errors.ts';

/** The database does not answer in time. The caller may try again. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable';
}

const lockNotAvailable = '55P03';
/** A slow or cancelled statement, or a long wait for a lock. */
const timeoutCodes = ['57014', lockNotAvailable];
/**
 * Timeouts, idle in a transaction, a long transaction, shutdown, start-up, an idle session, too
 * many connections, a table dropped with its generation.
 */
const codes = new Set([
  ...timeoutCodes,
  ...['25P03', '25P04', '57P01', '57P02', '57P03', '57P05', '53300', '42P01', '3F000'],
]);
/** A missing socket has `ENOENT` like a missing file: see `meansUnavailable`. */
const systemCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
/** Messages of pg errors without a code. */
const messages =
  /connection terminated|timeout exceeded when trying to connect|timeout expired|connection timeout|not queryable|query read timeout/i;

export function isDatabaseUnavailable(error: unknown): boolean {
  return causesOf(error).some(meansUnavailable);
}

/** The server gave up a slow statement. Another statement may succeed. */
export function isStatementTimeout(error: unknown): boolean {
  return hasCauseWithCode(error, timeoutCodes);
}

/** pg gave up the statement, but the connection still waits for the answer. */
export function isAbandonedStatement(error: unknown): boolean {
  return error instanceof Error && /^query read timeout$/i.test(error.message);
}

export function isLockTimeout(error: unknown): boolean {
  return hasCauseWithCode(error, [lockNotAvailable]);
}

function meansUnavailable(error: CodedError): boolean {
  if (error instanceof DatabaseUnavailable || messages.test(error.message)) return true;
  const code = String(error.code);
  if (code === 'ENOENT') return 'syscall' in error && error.syscall === 'connect';
  return codes.has(code) || code.startsWith('08') || systemCodes.has(code);
}
