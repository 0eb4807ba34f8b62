import { z } from 'zod';
import type { Reader } from '../../../projections/access/visibility/reader.ts';
import type { AccountDropValue } from '../../../projections/event-feed/queries/drop-values.ts';
import type { CsvRow } from '../../../shared/domain/csv-text.ts';
import { Int32, Int64 } from '../../../shared/domain/integer-schemas.ts';
import { orderOfAccounts } from '../accounts/find-account.ts';
import { AccountRef, accountRef } from '../schemas/account-ref.ts';

export const LootAccountEntry = z
  .object({ rank: Int32.min(1), account: AccountRef, value_gp: Int64.min(1), drops: Int32.min(1) })
  .meta({ id: 'LootAccountEntry' });
type LootAccountEntry = z.infer<typeof LootAccountEntry>;

const neighbours = 2;

interface Shown {
  readonly limit: number;
  readonly around: string | undefined;
}

/**
 * The accounts above 0 gp, the highest value first, then by name and id: the first `limit`, and
 * `around` with its neighbours.
 */
export function dropsByAccount(
  reader: Reader,
  values: readonly AccountDropValue[],
  { limit, around }: Shown,
): LootAccountEntry[] {
  const compareIds = orderOfAccounts(reader);
  const ranked = values
    .filter(({ value_gp }) => value_gp > 0)
    .sort((one, other) => other.value_gp - one.value_gp || compareIds(one.account_id, other.account_id));
  const place = ranked.findIndex(({ account_id }) => account_id === around);
  return ranked.flatMap(({ account_id, value_gp, drops }, index) => {
    const isShown = index < limit || (place >= 0 && Math.abs(index - place) <= neighbours);
    const account = isShown ? reader.visible.get(account_id) : undefined;
    return account === undefined ? [] : [{ rank: index + 1, account: accountRef(account), value_gp, drops }];
  });
}

export const accountCsvColumns = [
  ...['period', 'from', 'to', 'rank', 'account_id', 'account_name', 'value_gp', 'drops'],
];

export function accountValues(head: object, { rank, account, value_gp, drops }: LootAccountEntry): CsvRow {
  return [...Object.values(head), rank, account.id, account.name, value_gp, drops];
}
