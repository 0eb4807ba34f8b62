import { useState } from 'react';
import type { AnswerOf } from '../../../../shared/client/api.ts';
import { SegmentedControl } from '../common/fields/segmented-control.tsx';
import { ItemTile, itemName, itemWorth } from '../common/items/item-tile.tsx';
import { sortRows } from '../common/table/sort-rows.ts';
import { Amount } from '../common/text/amount.tsx';
import { countText, humanizeName } from '../common/text/format.ts';
import { TimeAgo } from '../common/text/time-ago.tsx';
import { useAddressChoice, useAddressValue } from '../state/use-address-value.ts';
import { AccountAnswer } from './account-answer.tsx';
import type { AccountData } from './account-sections.ts';
import { NothingSent } from './nothing-sent.tsx';

type Storage = NonNullable<AnswerOf<'/accounts/{id}/bank'>['data']['storages']>[number];

const orders = ['as in the game', 'by worth', 'by name'] as const;
type Order = (typeof orders)[number];

export function BankTab({ account }: { readonly account: AccountData }) {
  const [find, setFind] = useAddressValue('find', '');
  const [order, setOrder] = useAddressChoice('order', orders);
  const actions = (
    <>
      <input
        type="search"
        aria-label="Find an item"
        placeholder="Find an item"
        value={find}
        onChange={({ target }) => setFind(target.value)}
      />
      <SegmentedControl label="Order" choices={orders} chosen={order} onChoose={setOrder} />
    </>
  );
  const about = { account, category: 'bank', path: '/accounts/{id}/bank', csvName: 'bank' } as const;
  return (
    <AccountAnswer title="Bank and storages" actions={actions} {...about}>
      {({ storages }) =>
        storages === null ? (
          <NothingSent part="bank" hint="They send it when the player opens or closes the bank." />
        ) : (
          <Storages storages={storages} find={find} order={order} />
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
  const found = storages.map((storage) => ({
    ...storage,
    items: storage.items.filter((item) => itemName(item).toLowerCase().includes(wanted)),
  }));
  const shown = wanted === '' ? found : found.filter(({ items }) => items.length > 0);
  return (
    <>
      <p className="panel-body dim">
        {countText(shown.length, 'storage')}, worth{' '}
        <Amount value={shown.reduce((sum, { value }) => sum + (value ?? 0), 0)} unit="gp" />
      </p>
      {shown.length === 0 && <p className="notice">No storage has an item with this text in its name.</p>}
      {shown.map((storage) => (
        <StorageItems key={storage.storage} storage={storage} order={order} />
      ))}
    </>
  );
}

const itemsShown = 400;

function StorageItems({ storage, order }: { readonly storage: Storage; readonly order: Order }) {
  const { storage: name, items, value, updated_at: at } = storage;
  const [showsAll, setShowsAll] = useState(false);
  const sorted =
    order === 'as in the game'
      ? items
      : sortRows(items, order === 'by worth' ? itemWorth : itemName, order === 'by worth');
  const shown = showsAll ? sorted : sorted.slice(0, itemsShown);
  return (
    <section className="panel-body storage" aria-label={humanizeName(name)}>
      <div className="row wrap">
        <h3>{humanizeName(name)}</h3>
        <span className="dim small">{countText(items.length, 'item')}</span>
        <Amount value={value} unit="gp" />
        <span className="dim small">
          <TimeAgo at={at} />
        </span>
      </div>
      {items.length === 0 && <p className="dim">Empty</p>}
      <ul className="item-row">
        {shown.map((item, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an item may lie in two places
          <li key={`${item.id} ${place}`}>
            <ItemTile id={item.id} name={item.name} quantity={item.quantity} worth={itemWorth(item)} />
          </li>
        ))}
      </ul>
      {shown.length < items.length && (
        <button type="button" onClick={() => setShowsAll(true)}>
          Show all {countText(items.length, 'item')}
        </button>
      )}
    </section>
  );
}
