import { Link } from 'react-router';
import { pagePaths } from '../../page-paths.ts';
import { ItemTile, itemName } from '../common/items/item-tile.tsx';
import { amountColumn, numberColumn, timeColumn } from '../common/table/columns.tsx';
import { type Column, DataTable } from '../common/table/data-table.tsx';
import { shortAmount } from '../common/text/format.ts';
import { Name } from '../common/text/isolated-name.tsx';
import type { LootData } from './boards.ts';

type Item = NonNullable<LootData['items']>[number];

interface Props extends Pick<LootData, 'items' | 'from' | 'to'> {
  readonly whenEmpty: string;
}

export function ItemTable({ items = [], from, to, whenEmpty }: Props) {
  return (
    <DataTable
      label="Drops by item"
      rows={items}
      keyOf={({ rank }) => String(rank)}
      textOf={itemName}
      orderAtFirst="-Worth"
      whenEmpty={whenEmpty}
      isCompact
      columns={columnsOf({ from, to })}
    />
  );
}

/** Links show the events of the range. */
const columnsOf = (range: { from: string; to: string }): readonly Column<Item>[] => [
  {
    title: 'Item',
    sortBy: itemName,
    cell: (item) => (
      <div className="row">
        <ItemTile {...item} quantity={null} worth={item.value_gp} />
        <span>
          <Link
            to={`${pagePaths.events}?${new URLSearchParams({ item: item.name ?? `${item.id}`, ...range })}`}
          >
            <Name of={itemName(item)} />
          </Link>{' '}
          {item.quantity !== null && (
            <small className="dim quantity-line">Quantity {shortAmount(item.quantity)}</small>
          )}
        </span>
      </div>
    ),
  },
  numberColumn('Drops', ({ drops }) => drops),
  amountColumn('Worth', 'gp', ({ value_gp: value }) => value),
  timeColumn('Last', ({ last_at: at }) => at),
];
