import { ItemPicture, itemName, itemWorth } from '../common/items/item-tile.tsx';
import type { FoundItem } from '../common/items/use-found-items.ts';
import { amountColumn, numberColumn, timeColumn } from '../common/table/columns.tsx';
import { type Column, DataTable } from '../common/table/data-table.tsx';
import { AccountLink } from '../common/text/account-link.tsx';
import { Amount } from '../common/text/amount.tsx';
import { countText, exactAmount } from '../common/text/format.ts';
import { Name } from '../common/text/isolated-name.tsx';
import { holdersOf, type ItemHolder, placesText, playersOf } from './holders.ts';

interface Props {
  readonly item: FoundItem;
  /** Pieces in 30 days. */
  readonly dropped: number | null;
  readonly isOpen: boolean;
  readonly onToggle: (isOpen: boolean) => void;
}

const holdersShown = 15;

/** A line that opens to the players with the item. */
export function HeldItemLine({ item, dropped, isOpen, onToggle }: Props) {
  const { quantity } = item;
  const name = itemName(item);
  const worth = itemWorth(item);
  return (
    <details
      className="held-item"
      open={isOpen}
      onToggle={({ currentTarget: { open } }) => open !== isOpen && onToggle(open)}
    >
      <summary>
        <ItemPicture id={item.id} name={item.name} />
        <span className="held-name">
          <Name of={name} />
          {dropped !== null && <small className="dim"> {exactAmount(dropped)} dropped</small>}
        </span>
        <span className="held-figures">
          <span>{quantity === 0 ? 'only shared' : `${exactAmount(quantity)} held`}</span>
          <span>{countText(playersOf(item), 'player')}</span>
          <span>
            {worth === null && 'no price'}
            {worth !== null && worth > 0 && (
              <>
                <Amount value={worth} unit="gp" /> gp
              </>
            )}
          </span>
        </span>
      </summary>
      {isOpen && (
        <DataTable
          label={`Players with ${name}`}
          rows={holdersOf(item)}
          keyOf={({ account }) => account.id}
          whenEmpty="Nobody has it."
          shownMax={holdersShown}
          isCompact
          columns={columnsOf(item)}
        />
      )}
    </details>
  );
}

const columnsOf = ({ ge_price: price }: FoundItem): readonly Column<ItemHolder>[] => [
  {
    title: 'Player',
    cell: ({ account }) => <AccountLink account={account} />,
    sortBy: ({ account }) => account.name,
  },
  { title: 'Places', cell: placesText, sortBy: placesText },
  numberColumn('Quantity', ({ quantity }) => quantity),
  ...(price ? [amountColumn('Worth', 'gp', ({ quantity }: ItemHolder) => quantity && quantity * price)] : []),
  timeColumn('Last report', ({ at }) => at),
];
