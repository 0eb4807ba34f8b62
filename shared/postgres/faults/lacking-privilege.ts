import { causesOf, OperatorError } from '../../errors/errors.ts';

const insufficientPrivilege = '42501';

/** Also looks at causes. */
export function isLackingPrivilege(error: unknown): boolean {
  return refusalOf(error) !== null;
}

/** Null for any other error. */
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
