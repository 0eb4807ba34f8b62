import { type FormEvent, useState } from 'react';
import type { AnswerOf } from '../../../../shared/client/api.ts';
import { readPageSettings } from '../browser/page-settings.ts';
import { useTitle } from '../browser/use-title.ts';
import { ItemList } from '../common/items/item-list.tsx';
import { itemName } from '../common/items/item-tile.tsx';
import { ItemWithName } from '../common/items/item-with-name.tsx';
import { AnswerPanel } from '../common/panel/answer-panel.tsx';
import { Panel } from '../common/panel/panel.tsx';
import { numberColumn, timeColumn } from '../common/table/columns.tsx';
import { CsvButton } from '../common/table/csv-button.tsx';
import { type Column, DataTable } from '../common/table/data-table.tsx';
import { AccountLink } from '../common/text/account-link.tsx';
import { Amount } from '../common/text/amount.tsx';
import { exactAmount, humanizeName } from '../common/text/format.ts';
import { useHubAnswer } from '../read-api/use-hub-answer.ts';
import { useMe } from '../read-api/use-key-rights.ts';
import { useAddressValue } from '../state/use-address-value.ts';
import './items.css';

type Item = AnswerOf<'/items'>['data']['items'][number];
type Place = Item['places'][number];

/** The categories of the places that hold items. */
const ofPlaces = ['equipment', 'inventory', 'bank'] as const;

export function ItemsPage() {
  useTitle('Items');
  const [find, setFind] = useAddressValue('find', '');
  const readable = useMe()?.key.categories;
  const isUnreadable = readable !== undefined && !ofPlaces.some((category) => readable.includes(category));
  return (
    <main id="content" className="page items-page">
      <h1>Items</h1>
      <FindForm key={find} find={find} onFind={setFind} />
      {isUnreadable ? (
        <Panel title="Players with the item">
          <p className="notice">This key does not read equipment, inventory or bank.</p>
        </Panel>
      ) : find === '' ? (
        readable?.includes('events') && <DroppedItems onFind={setFind} />
      ) : (
        <FoundItems find={find} />
      )}
    </main>
  );
}

interface FindFormProps {
  readonly find: string;
  readonly onFind: (find: string) => void;
}

function FindForm({ find, onFind }: FindFormProps) {
  const [text, setText] = useState(find);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onFind(text.trim());
  };
  return (
    <form className="row wrap" onSubmit={submit}>
      <input
        type="search"
        aria-label="Name or id of an item"
        placeholder="Name or id of an item"
        maxLength={100}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <button type="submit" className="primary">
        Find
      </button>
      <p className="dim small">
        Words of the name, for example “dragon bones”. The page shows who wears, carries or stores the item.
        Share your bank on your own page.
      </p>
    </form>
  );
}

const dropped = { group: 'item', period: 'month', limit: 24 } as const;

/** Items that somebody of the guild got. */
function DroppedItems({ onFind }: Pick<FindFormProps, 'onFind'>) {
  const asked = useHubAnswer(
    'dropped items',
    dropped,
    (client, signal) => client.get('/leaderboards/loot', dropped, signal),
    { everyMs: 300_000 },
  );
  return (
    <AnswerPanel title="Best drops of 30 days" asked={asked}>
      {({ data: { items = [] } }) => (
        <div className="panel-body">
          {items.length === 0 && 'No plugin has reported a drop with a price.'}
          <ItemList items={items} max={dropped.limit} className="named-items">
            {({ id, name, quantity, value_gp: worth }) => (
              <ItemWithName id={id} name={name} quantity={quantity} worth={worth}>
                <Amount value={worth} unit="gp" />
                {' · '}
                <button type="button" className="plain link" onClick={() => onFind(String(id))}>
                  Players
                </button>
              </ItemWithName>
            )}
          </ItemList>
        </div>
      )}
    </AnswerPanel>
  );
}

const itemsMax = 20;
const placesShown = 8;

function FoundItems({ find }: { readonly find: string }) {
  const wanted = { items: find.split(',').slice(0, 50), limit: itemsMax };
  const asked = useHubAnswer('items', wanted, (client, signal) => client.get('/items', wanted, signal), {
    everyMs: 60_000,
  });
  const csv = <CsvButton path="/items" parameters={() => wanted} name={`items ${find}`} />;
  return (
    <AnswerPanel title="Players with the item" actions={csv} asked={asked}>
      {({ data: { items } }) => (
        <>
          {items.length === 0 && (
            <p className="notice">
              Nobody has such an item in a place that you may read. Plugins send gear and inventory while
              playing. {new Intl.ListFormat('en').format(readPageSettings().senders.bank ?? [])} send the
              bank.
            </p>
          )}
          <div className="held-items">
            {items.map((item) => (
              <ItemPlaces key={item.id} item={item} />
            ))}
          </div>
          {items.length === itemsMax && (
            <p className="notice">Only the first {itemsMax} items are shown. More words find fewer items.</p>
          )}
        </>
      )}
    </AnswerPanel>
  );
}

function ItemPlaces({ item }: { readonly item: Item }) {
  const { id, name, quantity, places } = item;
  return (
    <section className="held-item" aria-label={itemName(item)}>
      <ItemWithName id={id} name={name} quantity={quantity} worth={null}>
        {exactAmount(quantity)} in all
      </ItemWithName>
      <DataTable
        label={`Places of ${itemName(item)}`}
        rows={places}
        keyOf={({ account, place }) => `${account.id} ${place}`}
        whenEmpty="Nobody has it."
        shownMax={placesShown}
        isCompact
        columns={columns}
      />
    </section>
  );
}

const columns: readonly Column<Place>[] = [
  {
    title: 'Player',
    cell: ({ account }) => <AccountLink account={account} />,
    sortBy: ({ account }) => account.name,
  },
  { title: 'Place', cell: ({ place }) => humanizeName(place), sortBy: ({ place }) => place },
  numberColumn('Quantity', ({ quantity }) => quantity),
  timeColumn('Reported', ({ updated_at: at }) => at),
];
