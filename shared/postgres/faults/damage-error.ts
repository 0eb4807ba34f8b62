import { causesOf } from '../../errors/errors.ts';

/** SQLSTATE of data and of an index that the server cannot trust, as a page whose checksum is wrong. */
const codes = new Set(['XX001', 'XX002']);

/** Whether an error, or one of its causes, says that files of the database are damaged. */
export function isDamageError(error: unknown): boolean {
  return findDamageError(error) !== null;
}

/** The error that says so; null where there is none. */
export function findDamageError(error: unknown): (Error & { readonly detail?: unknown }) | null {
  return causesOf(error).find(({ code }) => codes.has(String(code))) ?? null;
}
