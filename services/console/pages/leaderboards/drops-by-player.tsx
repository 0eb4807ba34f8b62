import { Link } from 'react-router';
import { eventsAddress, lootTypes } from '../common/events/event-address.ts';
import { amountColumn } from '../common/table/columns.tsx';
import type { Column } from '../common/table/data-table.tsx';
import { RankTable } from '../common/table/rank-table.tsx';
import { exactAmount } from '../common/text/format.ts';
import type { LootData } from './boards.ts';

type Entry = NonNullable<LootData['accounts']>[number];
type Row = Entry & { readonly value: number };

interface Props extends Pick<LootData, 'accounts' | 'from' | 'to'> {
  readonly marked: string;
  readonly below: string;
  readonly whenEmpty: string;
}

export function DropsByPlayer({ accounts = [], from, to, ...table }: Props) {
  return (
    <RankTable
      {...table}
      label="Drops by player"
      rows={accounts.map((entry) => ({ ...entry, value: entry.value_gp }))}
      columns={columnsOf({ from, to })}
    />
  );
}

/** Links show the drops of the range. */
const columnsOf = (range: { from: string; to: string }): readonly Column<Row>[] => [
  {
    title: 'Drops',
    isNumber: true,
    cell: ({ account, drops }) => (
      <Link to={eventsAddress({ account: account.id, types: lootTypes, ...range })}>
        {exactAmount(drops)}
      </Link>
    ),
  },
  amountColumn('Worth', 'gp', ({ value }) => value),
];
