import type { Reader, VisibleAccount } from '../../../projections/access/visibility/reader.ts';
import { onceFor } from '../../../shared/collections/once-for.ts';
import { type Category, hasCategory } from '../../../shared/domain/category.ts';
import type { RankedAccounts } from '../../../shared/postgres/ranked-accounts.ts';
import { accountNotFound, invalid } from '../errors/api-error.ts';

/** @throws ApiError 404, the same for unknown and for unreadable accounts */
export function findReadableAccount(reader: Reader, id: string, category: Category): VisibleAccount {
  const found = reader.visible.get(id);
  if (found === undefined || !hasCategory(found.readable, category)) throw accountNotFound;
  return found;
}

/** Accounts that a request may name (read-api.md 4). */
const namedMax = { user: 10, service: 50 } as const;

/**
 * In the order of the request (read-api.md 4.2).
 * @throws ApiError 400 for no or too many accounts, 404 for an account that is not readable
 */
export function findNamedAccounts(
  reader: Reader,
  ids: readonly string[] | undefined,
  category: Category,
): VisibleAccount[] {
  const max = namedMax[reader.key.kind];
  if (ids === undefined || ids.length === 0) throw invalid('accounts', 'is required');
  if (ids.length > max) throw invalid('accounts', `must list at most ${max}`);
  return ids.map((id) => findReadableAccount(reader, id, category));
}

/** Empty for a key without the category (rules/visibility.md#order-of-checks). */
export function listReadableAccounts(reader: Reader, category: Category): VisibleAccount[] {
  return [...reader.visible.values()].filter((account) => hasCategory(account.readable, category));
}

/**
 * The accounts that a leaderboard ranks.
 * @param ids not given: every readable account
 * @throws ApiError 404 when a listed account is not readable
 */
export function rankedAccounts(
  reader: Reader,
  ids: readonly string[] | undefined,
  category: Category,
): VisibleAccount[] {
  return (
    ids?.map((id) => findReadableAccount(reader, id, category)) ?? listReadableAccounts(reader, category)
  );
}

const knownIdsOf = onceFor((_visible: Reader['visible']) => new Map<Category, readonly string[] | null>());

/** Null when these are all accounts of the hub, because a long list makes each statement large. */
export function readableAccountIds(reader: Reader, category: Category): readonly string[] | null {
  const known = knownIdsOf(reader.visible);
  const before = known.get(category);
  if (before !== undefined) return before;
  const ids = listReadableAccounts(reader, category).map(({ account }) => account.id);
  const readable = ids.length === reader.directory.accounts.size ? null : ids;
  known.set(category, readable);
  return readable;
}

export function rankedIds(reader: Reader, category: Category): RankedAccounts {
  const ids = readableAccountIds(reader, category);
  if (ids === null) return { ids: [], areLeftOut: true };
  const { accounts } = reader.directory;
  if (ids.length <= accounts.size / 2) return { ids, areLeftOut: false };
  const readable = new Set(ids);
  return { ids: [...accounts.keys()].filter((id) => !readable.has(id)), areLeftOut: true };
}

/** Compares ids of readable accounts by the name of the account, then by id. */
export function orderOfAccounts({ visible }: Reader): (left: string, right: string) => number {
  return comparing(visible);
}

const comparing = onceFor((visible: Reader['visible']) => {
  const places = new Map([...visible.keys()].map((id, place) => [id, place]));
  return (left: string, right: string) => (places.get(left) ?? 0) - (places.get(right) ?? 0);
});
