import { byAccountName, hasLostName } from './account-names.ts';
import { type Account, isReporter } from './entities.ts';

export type ComparedAccount = Pick<
  Account,
  'id' | 'name' | 'nameKey' | 'namedAt' | 'ownerId' | 'contributorIds' | 'haHash' | 'dinkHash'
>;

/**
 * Two accounts of one member with the same name. A plugin without hashes reported a new name first,
 * which started the twin.
 */
export interface TwinPair<Compared extends ComparedAccount = Account> {
  /** The account without a hash. Only this account may be erased. */
  readonly twin: Compared;
  readonly original: Compared;
}

/** Sorted by name. A twin gets the original of the same owner, else the first original. */
export function findTwins<Compared extends ComparedAccount>(
  accounts: Iterable<Compared>,
): TwinPair<Compared>[] {
  const byName = Map.groupBy(accounts, ({ nameKey }) => nameKey);
  return [...byName]
    .flatMap(([nameKey, namesakes]) =>
      nameKey === null || namesakes.length === 1 ? [] : twinsAmong(namesakes.sort(byAccountName)),
    )
    .sort((one, other) => byAccountName(one.twin, other.twin));
}

function twinsAmong<Compared extends ComparedAccount>(namesakes: readonly Compared[]): TwinPair<Compared>[] {
  const originals = namesakes.filter((account) => hasHash(account) && !hasLostName(account, namesakes));
  return namesakes.flatMap((twin) => {
    if (hasHash(twin) || twin.name === null) return [];
    const reported = originals.filter((original) => hasCommonReporter(twin, original));
    const original = reported.find(({ ownerId }) => ownerId === twin.ownerId) ?? reported[0];
    return original === undefined ? [] : [{ twin, original }];
  });
}

function hasHash({ haHash, dinkHash }: Pick<Account, 'haHash' | 'dinkHash'>): boolean {
  return haHash !== null || dinkHash !== null;
}

function hasCommonReporter(one: ComparedAccount, other: ComparedAccount): boolean {
  const reporters = [...(one.ownerId === null ? [] : [one.ownerId]), ...one.contributorIds];
  return reporters.some((memberId) => isReporter(other, memberId));
}
