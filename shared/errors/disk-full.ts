import { findCauseWithCode, hasCauseWithCode, OperatorError } from './errors.ts';

/** PostgreSQL's code `disk_full`. */
const postgresCode = '53100';
/** Codes of PostgreSQL and file systems for a disk or quota without space. */
const codes = [postgresCode, 'ENOSPC', 'EDQUOT'];

export function isDiskFull(error: unknown): boolean {
  return hasCauseWithCode(error, codes);
}

/** The error for the operator when a file or the database cannot grow; null for any other error. */
export function diskFullError(error: unknown): OperatorError | null {
  const refusal = findCauseWithCode(error, codes);
  if (refusal === null) return null;
  const disk = refusal.code === postgresCode ? 'the disk of the database' : 'a disk';
  return new OperatorError(
    'disk_full',
    `${disk} is full (${refusal.message}): free some space there, and run the same command again`,
    { cause: error },
  );
}
