import type { CopyColumns, CopyRow } from '../postgres/copy/binary-copy.ts';
import type { GenerationTx, WrittenTable } from './projection.ts';

/** A table whose primary key is the account, followed by a number. */
interface AccountTable<Columns extends CopyColumns, By extends string> extends WrittenTable<Columns> {
  readonly key: readonly ['account_id', By & keyof Columns];
}

/**
 * Copies the rows that come after all stored rows of their accounts, if the transaction can copy.
 * @returns the other rows, which may conflict with a stored row
 */
export async function copyNewer<
  Columns extends CopyColumns,
  By extends string,
  Row extends CopyRow<Columns> & Readonly<Record<By, number>> & { readonly account_id: string },
>(
  tx: GenerationTx,
  { table, columns, key: [, by] }: AccountTable<Columns, By>,
  rows: readonly Row[],
): Promise<readonly Row[]> {
  const { copyNew } = tx;
  if (copyNew === undefined) return rows;
  const stored = await newestOf(tx, table, by, [...new Set(rows.map(({ account_id }) => account_id))]);
  const isNew = (row: Row) => row[by] > (stored.get(row.account_id) ?? Number.NEGATIVE_INFINITY);
  await copyNew(table, columns, rows.filter(isNew));
  return rows.filter((row) => !isNew(row));
}

async function newestOf(
  tx: GenerationTx,
  table: string,
  column: string,
  accounts: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await tx.many<{ account_id: string; newest: number }>({
    text: `select wanted.account_id, stored.newest
           from unnest($1::text[]) as wanted (account_id)
           cross join lateral (
             select ${column} as newest
             from ${tx.schema}.${table} as of_account
             where of_account.account_id = wanted.account_id
             order by ${column} desc
             limit 1
           ) as stored`,
    values: [accounts],
  });
  return new Map(rows.map(({ account_id, newest }) => [account_id, newest]));
}

export function unknownSubjects(
  events: readonly { readonly subject: string }[],
  known: ReadonlyMap<string, unknown>,
): string[] {
  return [...new Set(events.map(({ subject }) => subject))].filter((subject) => !known.has(subject));
}

/** Rows in the order of an index are cheaper to write. */
export function inKeyOrder<State>(states: ReadonlyMap<string, State>): (readonly [string, State])[] {
  return [...states].sort(([left], [right]) => (left < right ? -1 : 1));
}
