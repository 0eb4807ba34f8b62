import type { Directory } from '../../../../projections/access/directory/directory.ts';
import { hasName } from '../../../../projections/access/directory/namesakes.ts';
import { type Device, identityKey } from '../../../../projections/access/model/entities.ts';
import type { Identity } from '../../../../shared/domain/account-id.ts';
import { nameKey } from '../../../../shared/domain/text.ts';
import type { SentPlayer } from '../../plugin-adapter.ts';

/** The same name from another member is another identity. */
export interface ReportedIdentity extends Identity {
  readonly memberId: string;
  readonly deviceId: string;
  readonly name: string | null;
}

/** Null for a report that names no player. */
export function identityOf(
  { identity, name }: SentPlayer,
  { id: deviceId, memberId }: Device,
): ReportedIdentity | null {
  if (identity !== null) return { ...identity, memberId, deviceId, name };
  if (name === null) return null;
  return { ...nameIdentity(memberId, name, 1), memberId, deviceId, name };
}

/** Only ends the loop: no name passes between a member's characters so often. */
const charactersMax = 1_000;

/**
 * An identity stays linked to one account for ever. So a name that passes to another character of
 * the member needs a new identity.
 * @param time 1 for the first character with the name, 2 for the second, and so on
 */
function nameIdentity(memberId: string, name: string, time: number): Identity {
  const owner = time === 1 ? memberId : `${memberId}#${time}`;
  return { source: 'name', externalId: `${owner}/${nameKey(name)}` };
}

/**
 * For a name: its first identity (`time` 1, 2, 3, …) that has no account yet, or whose account
 * still has the name. An identity with a hash stays unchanged.
 */
export function currentIdentity(directory: Directory, identity: ReportedIdentity): ReportedIdentity {
  const { identities, accounts } = directory;
  if (identity.source !== 'name' || identity.name === null) return identity;
  const { memberId, name } = identity;
  for (let time = 1; time <= charactersMax; time += 1) {
    const { source, externalId } = nameIdentity(memberId, name, time);
    const link = identities.get(identityKey(source, externalId));
    const account = link === undefined ? undefined : accounts.get(link.accountId);
    if (account === undefined || hasName(directory, account, nameKey(name)))
      return { ...identity, externalId };
  }
  throw new Error(`more than ${charactersMax} characters of a member had the same name`);
}
