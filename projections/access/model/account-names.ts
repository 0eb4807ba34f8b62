import type { IdentitySource } from '../../../shared/domain/account-id.ts';
import { type Account, isReporter } from './entities.ts';

/** The fields that decide which account a name means. */
export type NameCandidate = Pick<
  Account,
  'id' | 'nameKey' | 'namedAt' | 'ownerId' | 'contributorIds' | 'haHash' | 'dinkHash'
>;

/**
 * Whether another character of the same member took the account's name, and no report named this
 * account since. In the game, a name belongs to one character at a time.
 * @param namesakes all accounts with the same `nameKey`, with or without the account itself
 */
export function hasLostName(account: NameCandidate, namesakes: readonly NameCandidate[]): boolean {
  return namesakes.some((other) => hasTakenName(other, account));
}

/**
 * When the account lost its name, epoch ms by the log's clock; null while the account has the name.
 */
export function nameLostAt(account: NameCandidate, namesakes: readonly NameCandidate[]): number | null {
  const times = namesakes.filter((other) => hasTakenName(other, account)).map(({ namedAt }) => namedAt);
  return times.length === 0 ? null : Math.min(...times);
}

function hasTakenName(other: NameCandidate, account: NameCandidate): boolean {
  return (
    other.namedAt > account.namedAt &&
    other.ownerId !== null &&
    isReporter(account, other.ownerId) &&
    isOtherCharacter(other, account)
  );
}

/**
 * Two hashes of one plugin are two characters. An account without a hash takes no name, but may
 * lose its name.
 */
function isOtherCharacter(taker: NameCandidate, other: NameCandidate): boolean {
  if (taker.haHash === null && taker.dinkHash === null) return false;
  if (other.haHash === null && other.dinkHash === null) return true;
  return areDifferent(taker.haHash, other.haHash) || areDifferent(taker.dinkHash, other.dinkHash);
}

function areDifferent(one: string | null, other: string | null): boolean {
  return one !== null && other !== null && one !== other;
}

export interface NewIdentity {
  readonly source: IdentitySource;
  readonly memberId: string;
}

/**
 * The accounts that a new identity may belong to: the member reports them, and they have no hash of
 * the source yet. The source `name` needs an account that has the name at present, and prefers the
 * only account that the member owns.
 * @param namesakes all accounts with the name
 */
export function accountsOfName<Candidate extends NameCandidate>(
  namesakes: readonly Candidate[],
  { source, memberId }: NewIdentity,
): readonly Candidate[] {
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

type Named = Pick<Account, 'id' | 'name'>;

/** By name, then by id, because a directory that is read again has another order. */
export function byAccountName(a: Named, b: Named): number {
  return (a.name ?? '').localeCompare(b.name ?? '', 'en') || (a.id < b.id ? -1 : 1);
}
