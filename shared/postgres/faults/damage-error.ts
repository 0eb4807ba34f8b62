import { causesOf } from '../../errors/errors.ts';

/** SQLSTATE of damaged data and of a damaged index. */
const codes = new Set(['XX001', 'XX002']);

/** Also looks at causes. */
export function isDamageError(error: unknown): boolean {
  return findDamageError(error) !== null;
}

/** Also looks at causes. Null without such an error. */
export function findDamageError(error: unknown): (Error & { readonly detail?: unknown }) | null {
  return causesOf(error).find(({ code }) => codes.has(String(code))) ?? null;
}
