import { type CodedError, causesOf, OperatorError } from './errors.ts';

/** PostgreSQL's code `disk_full`. */
const postgresCode = '53100';
/** Codes of PostgreSQL and file systems for a disk or quota without space. */
const codes = new Set([postgresCode, 'ENOSPC', 'EDQUOT']);

/** Whether an error, or one of its causes, is a full disk. */
export function isDiskFull(error: unknown): boolean {
  return refusalOf(error) !== null;
}

/** The error for the operator when a file or the database cannot grow; null for any other error. */
export function diskFullError(error: unknown): OperatorError | null {
  const refusal = refusalOf(error);
  if (refusal === null) return null;
  const disk = refusal.code === postgresCode ? 'the disk of the database' : 'a disk';
  return new OperatorError(
    'disk_full',
    `${disk} is full (${refusal.message}): free some space there, and run the same command again`,
    { cause: error },
  );
}

function refusalOf(error: unknown): CodedError | null {
  return causesOf(error).find(({ code }) => codes.has(String(code))) ?? null;
}
