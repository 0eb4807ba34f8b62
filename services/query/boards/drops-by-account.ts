import { z } from 'zod';
import type { Reader } from '../../../projections/access/visibility/reader.ts';
import type { AccountDropValue } from '../../../projections/event-feed/queries/drop-values.ts';
import { Int32, Int64 } from '../../../shared/domain/integer-schemas.ts';
import { orderOfAccounts } from '../accounts/find-account.ts';
import { AccountRef, accountRef } from '../schemas/account-ref.ts';
import { rankedParts } from './ranked-parts.ts';

export const LootAccountEntry = z
  .object({ rank: Int32.min(1), account: AccountRef, value_gp: Int64.min(1), drops: Int32.min(1) })
  .meta({ id: 'LootAccountEntry' });
type LootAccountEntry = z.infer<typeof LootAccountEntry>;

/**
 * The accounts above 0 gp, the highest value first, then by name and id: the first `limit`, and
 * `around` with its neighbours.
 */
export function dropsByAccount(
  reader: Reader,
  values: readonly AccountDropValue[],
  { limit, around }: { readonly limit: number; readonly around: string | undefined },
): LootAccountEntry[] {
  const compareIds = orderOfAccounts(reader);
  const ranked = values
    .filter(({ value_gp }) => value_gp > 0)
    .sort((one, other) => other.value_gp - one.value_gp || compareIds(one.account_id, other.account_id));
  const { first, near } = rankedParts(ranked, limit, ({ account_id }) => account_id === around);
  const further = near.filter(({ rank }) => rank > limit);
  return [...first, ...further].flatMap(({ rank, row: { account_id, value_gp, drops } }) => {
    const account = reader.visible.get(account_id);
    return account === undefined ? [] : [{ rank, account: accountRef(account), value_gp, drops }];
  });
}

export const accountCsvColumns = [
  ...['period', 'from', 'to', 'rank', 'account_id', 'account_name', 'value_gp', 'drops'],
];
