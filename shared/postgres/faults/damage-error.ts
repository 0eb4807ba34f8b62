import { causesOf } from '../../errors/errors.ts';

/** SQLSTATE of damaged data and of a damaged index, for example after a wrong checksum. */
const codes = new Set(['XX001', 'XX002']);

/** Whether an error, or one of its causes, is about damaged files of the database. */
export function isDamageError(error: unknown): boolean {
  return findDamageError(error) !== null;
}

/** The error about damaged files; null without such an error. */
export function findDamageError(error: unknown): (Error & { readonly detail?: unknown }) | null {
  return causesOf(error).find(({ code }) => codes.has(String(code))) ?? null;
}
