import { type CodedError, findCauseWithCode, hasCauseWithCode } from '../../errors/errors.ts';

/** SQLSTATE of damaged data and of a damaged index. */
const codes = ['XX001', 'XX002'];

export function isDamageError(error: unknown): boolean {
  return hasCauseWithCode(error, codes);
}

export function findDamageError(error: unknown): (CodedError & { readonly detail?: unknown }) | null {
  return findCauseWithCode(error, codes);
}
