import type { AnswerOf } from '../../../../shared/client/api.ts';
import { readPageSettings } from '../browser/page-settings.ts';
import { SearchInput } from '../common/fields/search-input.tsx';
import { SegmentedControl } from '../common/fields/segmented-control.tsx';
import { ItemGroup, ItemList } from '../common/items/item-list.tsx';
import { ItemTile, itemHoldersAddress, itemName, itemWorth } from '../common/items/item-tile.tsx';
import { ItemWithName } from '../common/items/item-with-name.tsx';
import { sortRows } from '../common/table/sort-rows.ts';
import { Amount } from '../common/text/amount.tsx';
import { countText, exactAmount, humanizeName } from '../common/text/format.ts';
import { TimeAgo } from '../common/text/time-ago.tsx';
import { useAddressChoice, useAddressValue } from '../state/use-address-value.ts';
import { AccountAnswer } from './account-answer.tsx';
import type { AccountData } from './account-sections.ts';
import { NothingSent } from './nothing-sent.tsx';

type Storage = NonNullable<AnswerOf<'/accounts/{id}/bank'>['data']['storages']>[number];
type Item = Storage['items'][number];

const orders = ['as in the game', 'by worth', 'by name'] as const;
const [, ...foundOrders] = orders;
type Order = (typeof orders)[number];

export function BankTab({ account }: { readonly account: AccountData }) {
  const [find, setFind] = useAddressValue('find', '', 'replaced');
  // Without pictures, the items of a bank look alike.
  const orderAtFirst = readPageSettings().itemIcon === null ? 'by worth' : orders[0];
  const [order, setOrder] = useAddressChoice<Order>('order', orders, orderAtFirst);
  // Hits have their names next to them.
  const offered = find.trim() === '' ? orders : foundOrders;
  const shown = offered.find((each) => each === order) ?? 'by worth';
  const actions = (
    <>
      <SearchInput label="Find an item" value={find} onChange={setFind} />
      <SegmentedControl label="Order" choices={offered} chosen={shown} onChoose={setOrder} />
    </>
  );
  const about = { account, category: 'bank', path: '/accounts/{id}/bank', csvName: 'bank' } as const;
  return (
    <AccountAnswer title="Bank and storages" actions={actions} {...about}>
      {({ storages }) =>
        storages === null && account.type_label === 'Ultimate Ironman' ? (
          <p className="notice">An Ultimate Ironman has no bank.</p>
        ) : storages === null ? (
          <NothingSent part="bank" hint="They send it when the player opens or closes the bank." />
        ) : (
          <Storages storages={storages} find={find} order={shown} />
        )
      }
    </AccountAnswer>
  );
}

interface StoragesProps {
  readonly storages: readonly Storage[];
  readonly find: string;
  readonly order: Order;
}

function Storages({ storages, find, order }: StoragesProps) {
  const wanted = find.trim().toLowerCase();
  const found = storages.map((storage) => findItems(storage, wanted));
  const shown = wanted === '' ? storages : found.filter(({ items }) => items.length > 0);
  const total = storages.reduce((sum, { items }) => sum + items.length, 0);
  const hits = shown.reduce((sum, { items }) => sum + items.length, 0);
  const [first, ...others] = shown;
  const asInGame = order === orders[0];
  return (
    <>
      <p className="panel-body dim">
        {wanted === ''
          ? countText(shown.length, 'storage')
          : `${exactAmount(hits)} of ${countText(total, 'item')}`}
        , worth <Amount value={shown.reduce((sum, { value }) => sum + (value ?? 0), 0)} unit="gp" />
      </p>
      <UnknownDetails storages={shown} />
      {shown.length === 0 && <p className="notice">No storage has an item with this text in its name.</p>}
      <div className={asInGame ? 'bank-columns' : undefined}>
        {first !== undefined && <StorageItems storage={first} order={order} />}
        <div>
          {others.map((storage) => (
            <StorageItems key={storage.storage} storage={storage} order={order} />
          ))}
          {asInGame && <MostWorth items={shown.flatMap(({ items }) => items)} />}
        </div>
      </div>
    </>
  );
}

/** The storage with its found items, and their worth. */
function findItems(storage: Storage, wanted: string): Storage {
  const items = storage.items.filter((item) => itemName(item).toLowerCase().includes(wanted));
  return { ...storage, items, value: items.reduce((sum, item) => sum + (itemWorth(item) ?? 0), 0) };
}

function UnknownDetails({ storages }: Pick<StoragesProps, 'storages'>) {
  const items = [
    ...new Map(storages.flatMap((storage) => storage.items.map((item) => [item.id, item]))).values(),
  ];
  const withoutName = items.filter(({ name }) => name === null).length;
  const withoutPrice = items.filter((item) => itemWorth(item) === null).length;
  return (
    <>
      {withoutName > 0 && (
        <p className="panel-body dim small">
          {countText(withoutName, 'item')} without a name: these plugins send ids only. Names come from worn
          and carried items, and from a file that an admin loads with <code>hub game load</code>.
        </p>
      )}
      {withoutPrice > 0 && (
        <p className="panel-body dim small">
          {countText(withoutPrice, 'item')} without a known price. Untradeable items have no price.
        </p>
      )}
    </>
  );
}

const shownMax = 400;

/** Sorted items have their names next to them. The order of the game needs a narrow grid. */
function StorageItems({ storage, order }: { readonly storage: Storage; readonly order: Order }) {
  const { storage: name, items, value, updated_at: at } = storage;
  const asInGame = order === orders[0];
  const byWorth = order === 'by worth';
  const sorted = asInGame ? items : sortRows(items, byWorth ? itemWorth : itemName, byWorth);
  const note = (
    <>
      <Amount value={value} unit="gp" />
      <span className="dim small">
        <TimeAgo at={at} />
      </span>
    </>
  );
  return (
    <ItemGroup title={humanizeName(name)} count={items.length} note={note}>
      <ItemList key={order} items={sorted} max={shownMax} className={asInGame ? 'bank-row' : 'named-items'}>
        {(item) => (asInGame ? <ItemTile {...item} worth={itemWorth(item)} /> : <ItemOfWorth item={item} />)}
      </ItemList>
    </ItemGroup>
  );
}

const mostShown = 12;

/** The order of the game hides what the bank is worth. An item of many storages is a line. */
function MostWorth({ items }: { readonly items: readonly Item[] }) {
  const joined = [...Map.groupBy(items, ({ id }) => id).values()].map((same) => ({
    ...(same[0] as Item),
    quantity: same.reduce((sum, { quantity }) => sum + quantity, 0),
  }));
  const priced = joined.filter((item) => itemWorth(item) !== null);
  const most = sortRows(priced, itemWorth, true).slice(0, mostShown);
  if (most.length === 0) return null;
  return (
    <ItemGroup title="Worth most" count={most.length}>
      <ItemList items={most} max={mostShown} className="named-items">
        {(item) => <ItemOfWorth item={item} />}
      </ItemList>
    </ItemGroup>
  );
}

/** The name leads to the holders of the item. */
function ItemOfWorth({ item }: { readonly item: Item }) {
  const { quantity } = item;
  const worth = itemWorth(item);
  return (
    <ItemWithName {...item} to={itemHoldersAddress(item)}>
      {quantity > 1 && `${exactAmount(quantity)} pieces, `}
      {worth === null ? 'no known price' : <Amount value={worth} unit="gp" />}
    </ItemWithName>
  );
}
