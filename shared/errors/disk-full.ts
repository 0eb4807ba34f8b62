import { type CodedError, causesOf, OperatorError } from './errors.ts';

/** PostgreSQL's code `disk_full`. */
const ofPostgres = '53100';
/** Codes for a disk or quota without space: PostgreSQL's, and those of file systems. */
const codes = new Set([ofPostgres, 'ENOSPC', 'EDQUOT']);

/** Whether an error, or what caused it, is that a disk is full. */
export function isDiskFull(error: unknown): boolean {
  return refusalOf(error) !== null;
}

/** What to tell the operator when a file or the database cannot grow; null for any other error. */
export function diskFullError(error: unknown): OperatorError | null {
  const refusal = refusalOf(error);
  if (refusal === null) return null;
  const disk = refusal.code === ofPostgres ? 'the disk of the database' : 'a disk';
  return new OperatorError(
    'disk_full',
    `${disk} is full (${refusal.message}): free some space there, and run the same command again`,
    { cause: error },
  );
}

function refusalOf(error: unknown): CodedError | null {
  return causesOf(error).find(({ code }) => codes.has(String(code))) ?? null;
}
