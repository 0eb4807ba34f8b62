import { deriveAccountId, type Identity } from '../../../../shared/domain/account-id.ts';
import type { Directory } from '../../directory/directory.ts';
import { identityOfKey } from '../../model/entities.ts';

/** More erasures of one identity than anybody asks for. */
const erasuresMax = 1_000;

/** The current account id of an identity. Each erasure makes the current id unusable. */
export function currentAccountId(hubSecret: Uint8Array, { erased }: Directory, identity: Identity): string {
  for (let erasures = 0; erasures < erasuresMax; erasures += 1) {
    const id = deriveAccountId(hubSecret, identity, erasures);
    if (!erased.has(id)) return id;
  }
  throw new Error(`an identity was erased ${erasuresMax} times`);
}

/**
 * The other ids that an account's identities lead to. An identity that was linked to the account by
 * a name has its own id. Records about the identity name this id, and are sealed with its key.
 */
export function otherIdsOf(hubSecret: Uint8Array, directory: Directory, accountId: string): string[] {
  const ids = [...directory.identities]
    .filter(([, link]) => link.accountId === accountId)
    .map(([key]) => currentAccountId(hubSecret, directory, identityOfKey(key)));
  return [...new Set(ids)].filter((id) => id !== accountId);
}
