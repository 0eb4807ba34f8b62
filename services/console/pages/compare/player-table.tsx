import type { ReactNode } from 'react';
import { accountAddress } from '../common/account-address.ts';
import { cellOf } from '../common/table/columns.tsx';
import { type Column, DataTable } from '../common/table/data-table.tsx';
import { isolateName } from '../common/text/account-name.ts';
import { Amount } from '../common/text/amount.tsx';
import { exactAmount } from '../common/text/format.ts';

export interface ComparedPlayer {
  readonly id: string;
  readonly name: string;
}

interface Props<Row> {
  readonly label: string;
  readonly first: Column<Row>;
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  readonly accounts: readonly ComparedPlayer[];
  /** Null when nothing is known. */
  readonly amountOf: (account: ComparedPlayer, row: Row) => number | null;
  /** Without a unit, a value is a count. */
  readonly unitOf?: (row: Row) => 'gp' | 'xp' | null;
  /** Whether values are gains. */
  readonly hasPlusSign: boolean;
  /** Stands after a value. */
  readonly after?: (account: ComparedPlayer, row: Row) => ReactNode;
  readonly isMarked?: (row: Row) => boolean;
  readonly whenEmpty?: string;
}

/** A column for each account, in the colour of its line. The most of a row is bold. */
export function PlayerTable<Row>(props: Props<Row>) {
  const { first, rows, accounts, amountOf, unitOf, hasPlusSign, after, whenEmpty = '' } = props;
  const most = (row: Row) => Math.max(1, ...accounts.map((account) => amountOf(account, row) ?? 0));
  const columns = accounts.map((account, place): Column<Row> => {
    const { id, name } = account;
    const isNamedBefore = accounts.slice(0, place).some((other) => other.name === name);
    return {
      title: isNamedBefore ? `${isolateName(name)} (${place + 1})` : isolateName(name),
      address: accountAddress(id),
      isNumber: true,
      series: place + 1,
      sortBy: (row) => amountOf(account, row),
      cell: (row) => (
        <>
          <span className={amountOf(account, row) === most(row) ? 'most' : undefined}>
            <Value of={amountOf(account, row)} unit={unitOf?.(row) ?? null} hasPlusSign={hasPlusSign} />
          </span>
          {after?.(account, row)}
        </>
      ),
    };
  });
  const { label, keyOf, isMarked } = props;
  return (
    <DataTable
      {...{ label, rows, keyOf, whenEmpty }}
      {...(isMarked !== undefined && { isMarked })}
      columns={[first, ...columns]}
      isCompact
    />
  );
}

interface ValueProps {
  readonly of: number | null;
  readonly unit: 'gp' | 'xp' | null;
  readonly hasPlusSign: boolean;
}

function Value({ of, unit, hasPlusSign }: ValueProps) {
  if (unit !== null) return <Amount value={of} unit={unit} hasPlusSign={hasPlusSign} />;
  return cellOf(of, (count) => `${hasPlusSign && count > 0 ? '+' : ''}${exactAmount(count)}`);
}
