import { causesOf, OperatorError } from '../../errors/errors.ts';

const insufficientPrivilege = '42501';

/** Whether an error, or one of its causes, is a missing privilege of the database role. */
export function isLackingPrivilege(error: unknown): boolean {
  return refusalOf(error) !== null;
}

/**
 * The error for the operator when the role of a process lacks a privilege; null for any other
 * error.
 */
export function lackingPrivilegeError(error: unknown): OperatorError | null {
  const refusal = refusalOf(error);
  if (refusal === null) return null;
  return new OperatorError(
    'lacking_privilege',
    `the role of DATABASE_URL lacks a privilege (${refusal.message}): run hub migrate with DATABASE_OWNER_URL, and give the process its own role`,
    { cause: error },
  );
}

function refusalOf(error: unknown): Error | null {
  return causesOf(error).find(({ code }) => code === insufficientPrivilege) ?? null;
}
