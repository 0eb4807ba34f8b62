import type { IdentitySource } from '../../../shared/domain/account-id.ts';
import { type Account, isReporter } from './entities.ts';

/** The fields of an account that decide which account a name means. */
export type NamedAccount = Pick<
  Account,
  'id' | 'nameKey' | 'namedAt' | 'ownerId' | 'contributorIds' | 'haHash' | 'dinkHash'
>;

/**
 * Whether another character of the same member took the account's name, and no report named this
 * account since. A name belongs to one character of the game at a time, so the account has another
 * name that no plugin has reported yet.
 * @param namesakes all accounts with the same `nameKey`; the account itself may be among them
 */
export function hasLostName(account: NamedAccount, namesakes: readonly NamedAccount[]): boolean {
  return namesakes.some((other) => hasTakenName(other, account));
}

/**
 * When another character took the account's name, epoch ms by the log's clock; null while the
 * account has its name.
 */
export function nameLostAt(account: NamedAccount, namesakes: readonly NamedAccount[]): number | null {
  const times = namesakes.filter((other) => hasTakenName(other, account)).map(({ namedAt }) => namedAt);
  return times.length === 0 ? null : Math.min(...times);
}

function hasTakenName(other: NamedAccount, account: NamedAccount): boolean {
  return (
    other.namedAt > account.namedAt &&
    other.ownerId !== null &&
    isReporter(account, other.ownerId) &&
    isOtherCharacter(other, account)
  );
}

/**
 * Two hashes of one plugin are two characters. An account without a hash takes no name. An account
 * with a hash also takes the name of an account without a hash.
 */
function isOtherCharacter(taker: NamedAccount, other: NamedAccount): boolean {
  if (taker.haHash === null && taker.dinkHash === null) return false;
  if (other.haHash === null && other.dinkHash === null) return true;
  return areDifferent(taker.haHash, other.haHash) || areDifferent(taker.dinkHash, other.dinkHash);
}

function areDifferent(one: string | null, other: string | null): boolean {
  return one !== null && other !== null && one !== other;
}

/** A new identity that a member reports under a name. */
export interface NewIdentity {
  readonly source: IdentitySource;
  readonly memberId: string;
}

/**
 * The accounts that a new identity may belong to: accounts that the member reports and that have no
 * hash of the source yet. An identity that is only a name belongs to an account that has the name
 * at present. An account that the member owns comes before an account of another member.
 * @param namesakes all accounts with the name
 */
export function accountsOfName<Named extends NamedAccount>(
  namesakes: readonly Named[],
  { source, memberId }: NewIdentity,
): readonly Named[] {
  const reported = namesakes.filter((account) => isReporter(account, memberId));
  if (source !== 'name') return reported.filter((account) => hashOf(account, source) === null);
  const current = reported.filter((account) => !hasLostName(account, namesakes));
  const owned = current.filter(({ ownerId }) => ownerId === memberId);
  return owned.length === 1 ? owned : current;
}

function hashOf(
  { haHash, dinkHash }: Pick<Account, 'haHash' | 'dinkHash'>,
  source: Exclude<IdentitySource, 'name'>,
): string | null {
  return source === 'ha_hash' ? haHash : dinkHash;
}
