import type { ReactNode } from 'react';
import { useOwnAccounts } from '../../read-api/use-readable-accounts.ts';
import { AccountLink } from '../text/account-link.tsx';
import { type Column, DataTable } from './data-table.tsx';

interface Ranked {
  readonly rank: number;
  readonly account: { readonly id: string; readonly name: string };
  readonly value: number;
}

const notListed = 'Your accounts are not in this list.';

interface Props<Row> {
  readonly label: string;
  readonly rows: readonly Row[];
  /** After the rank and the player. */
  readonly columns: readonly Column<Row>[];
  readonly whenEmpty: ReactNode;
  /** The account whose row stays in view, in place of the own rows; empty or missing: none. */
  readonly marked?: string;
  readonly whenOwnMissing?: string;
  /** The part of the account to which the names lead. */
  readonly below?: string;
}

/** The rank is the only order. Rows of own accounts are marked. */
export function RankTable<Row extends Ranked>(props: Props<Row>) {
  const { columns, rows, marked = '', whenOwnMissing = notListed, below = '', ...table } = props;
  const own = useOwnAccounts();
  const isOwn = ({ account }: Row) => own.includes(account.id);
  const isPinned = ({ account }: Row) => account.id === marked;
  const hasPinned = rows.some(isPinned);
  const max = Math.max(1, ...rows.map(({ value }) => value));
  return (
    <>
      <DataTable
        {...table}
        rows={rows}
        keyOf={({ rank }) => String(rank)}
        textOf={({ account }) => account.name}
        isCompact
        isMarked={hasPinned ? isPinned : isOwn}
        columns={[
          { title: '#', isNumber: true, cell: ({ rank }) => <span className="dim">{rank}</span> },
          {
            title: 'Player',
            cell: ({ account, value }) => (
              <div className={hasPinned && own.includes(account.id) ? 'ranked own' : 'ranked'}>
                <AccountLink account={account} below={below} />
                <progress aria-hidden="true" max={max} value={value} />
              </div>
            ),
          },
          ...columns.map(({ sortBy: _, ...column }) => column),
        ]}
      />
      {own.length > 0 && rows.length > 0 && !rows.some(isOwn) && (
        <p className="panel-body dim small">{whenOwnMissing}</p>
      )}
    </>
  );
}
