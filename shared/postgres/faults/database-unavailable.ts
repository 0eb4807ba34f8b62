import { type CodedError, causesOf } from '../../errors/errors.ts';

/** The database does not answer, or not in time; the caller may try again. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable';
}

const lockNotAvailable = '55P03';
/** Codes for a statement that ran for too long, or was cancelled, and for one that waited too long for a lock. */
const timeoutCodes = ['57014', lockNotAvailable];
/**
 * Codes of PostgreSQL: timeouts, idle in a transaction, shutdown, start-up, too many connections, a table dropped with its
 * generation.
 */
const codes = new Set([...timeoutCodes, '25P03', '57P01', '57P02', '57P03', '53300', '42P01', '3F000']);
/** Codes of a connection that failed. A missing socket has `ENOENT`, as a missing file does: see `saysUnavailable`. */
const systemCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENOTFOUND',
]);
/** Messages of pg errors that have no code. */
const messages =
  /connection terminated|timeout exceeded when trying to connect|timeout expired|connection timeout|not queryable|query read timeout/i;

/** Whether an error of pg or slonik, or one of its causes, means that the database is unavailable at the moment. */
export function isDatabaseUnavailable(error: unknown): boolean {
  return causesOf(error).some(saysUnavailable);
}

/** Whether the server gave up a statement because of the time that it took: another statement may succeed. */
export function isStatementTimeout(error: unknown): boolean {
  return causesOf(error).some(({ code }) => timeoutCodes.includes(String(code)));
}

/** Whether pg gave up a statement whose answer did not come: its connection still waits for that answer. */
export function isAbandonedStatement(error: unknown): boolean {
  return error instanceof Error && /^query read timeout$/i.test(error.message);
}

/** Whether a statement waited for a lock for as long as it may. */
export function isLockTimeout(error: unknown): boolean {
  return causesOf(error).some(({ code }) => code === lockNotAvailable);
}

function saysUnavailable(error: CodedError): boolean {
  if (error instanceof DatabaseUnavailable || messages.test(error.message)) return true;
  const code = String(error.code);
  if (code === 'ENOENT') return 'syscall' in error && error.syscall === 'connect';
  return codes.has(code) || code.startsWith('08') || systemCodes.has(code);
}
