import { findCauseWithCode, hasCauseWithCode, OperatorError } from '../../errors/errors.ts';

const insufficientPrivilege = '42501';

export function isLackingPrivilege(error: unknown): boolean {
  return hasCauseWithCode(error, [insufficientPrivilege]);
}

/** Null for any other error. */
export function lackingPrivilegeError(error: unknown): OperatorError | null {
  const refusal = findCauseWithCode(error, [insufficientPrivilege]);
  if (refusal === null) return null;
  return new OperatorError(
    'lacking_privilege',
    `the database role of DATABASE_URL lacks a privilege (${refusal.message}): run hub migrate with DATABASE_OWNER_URL, and give the process its own role`,
    { cause: error },
  );
}
