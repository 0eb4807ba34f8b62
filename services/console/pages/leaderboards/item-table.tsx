import { Link } from 'react-router';
import { pagePaths } from '../../page-paths.ts';
import { ItemTile, itemName } from '../common/items/item-tile.tsx';
import { amountColumn, numberColumn, timeColumn } from '../common/table/columns.tsx';
import { type Column, DataTable } from '../common/table/data-table.tsx';
import { Name } from '../common/text/isolated-name.tsx';
import type { BoardData } from './boards.ts';

type Item = NonNullable<Extract<BoardData, { readonly items?: unknown }>['items']>[number];

interface Props {
  readonly items: readonly Item[];
  readonly whenEmpty: string;
}

export function ItemTable({ items, whenEmpty }: Props) {
  return (
    <DataTable
      label="Drops by item"
      rows={items}
      keyOf={({ rank }) => String(rank)}
      textOf={itemName}
      whenEmpty={whenEmpty}
      isCompact
      columns={columns}
    />
  );
}

const columns: readonly Column<Item>[] = [
  {
    title: 'Item',
    sortBy: itemName,
    cell: (item) => (
      <div className="row">
        <ItemTile {...item} worth={item.value_gp} />
        <Link to={`${pagePaths.events}?item=${encodeURIComponent(item.name ?? String(item.id))}`}>
          <Name of={itemName(item)} />
        </Link>
      </div>
    ),
  },
  numberColumn('Drops', ({ drops }) => drops),
  amountColumn('Worth', 'gp', ({ value_gp: value }) => value),
  timeColumn('Last', ({ last_at: at }) => at),
];
