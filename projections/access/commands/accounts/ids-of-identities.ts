import { deriveAccountId, type Identity } from '../../../../shared/domain/account-id.ts';
import type { Directory } from '../../directory/directory.ts';
import { identityOfKey } from '../../model/entities.ts';

const erasuresMax = 1_000;

/** Each erasure of an identity makes its current id unusable. */
export function currentAccountId(hubSecret: Uint8Array, { erased }: Directory, identity: Identity): string {
  for (let erasures = 0; erasures < erasuresMax; erasures += 1) {
    const id = deriveAccountId(hubSecret, identity, erasures);
    if (!erased.has(id)) return id;
  }
  throw new Error(`an identity was erased ${erasuresMax} times`);
}

/**
 * The ids, other than `accountId`, under which records of the account may be stored. Each identity
 * has its own id (`currentAccountId`). If the fold linked the identity to an existing account, this
 * id differs from `accountId`.
 */
export function otherIdsOf(hubSecret: Uint8Array, directory: Directory, accountId: string): string[] {
  const ids = [...directory.identities]
    .filter(([, link]) => link.accountId === accountId)
    .map(([key]) => currentAccountId(hubSecret, directory, identityOfKey(key)));
  return [...new Set(ids)].filter((id) => id !== accountId);
}
