import { Link } from 'react-router';
import { pagePaths } from '../../page-paths.ts';
import { readPageSettings } from '../browser/page-settings.ts';
import { SegmentedControl } from '../common/fields/segmented-control.tsx';
import { itemName } from '../common/items/item-tile.tsx';
import {
  type FoundItem,
  foundItemsMax,
  ofPlaces,
  soughtOf,
  wantedItemsOf,
} from '../common/items/use-found-items.ts';
import { AnswerPanel } from '../common/panel/answer-panel.tsx';
import { CsvButton } from '../common/table/csv-button.tsx';
import { countText, exactAmount } from '../common/text/format.ts';
import { type AnswerState, useHubAnswer } from '../read-api/use-hub-answer.ts';
import { useCanRead } from '../read-api/use-key-rights.ts';
import { useAccounts } from '../read-api/use-read-api.ts';
import { useAddressChoice, useAddressValue } from '../state/use-address-value.ts';
import { HeldItemLine } from './held-item.tsx';
import { inOrder, itemOrders } from './holders.ts';

interface Props {
  readonly find: string;
  readonly asked: AnswerState<readonly FoundItem[]>;
  /** Whether another search follows. */
  readonly isTyping: boolean;
  readonly heading?: string | undefined;
  /** Pieces that dropped, by item. */
  readonly dropped?: ReadonlyMap<number | null, number | null> | undefined;
}

export function FoundItems({ find, asked, isTyping, heading, dropped }: Props) {
  const title = heading ?? titleOf(asked.body);
  const csv = asked.body !== undefined && asked.body.length > 0 && (
    <CsvButton
      path="/items"
      parameters={() => wantedItemsOf(find)}
      name={`items ${heading === undefined ? find : 'dropped'}`}
    />
  );
  return (
    <AnswerPanel title={title} actions={csv} asked={asked}>
      {(items) => (
        <div
          className={asked.isEarlier || isTyping ? 'found-items earlier' : 'found-items'}
          aria-busy={asked.isEarlier}
        >
          <p role="status" className="hidden-text">
            {title}
          </p>
          {dropped !== undefined && (
            <p className="panel-body small">
              Items whose drops of the last 30 days were worth most, with what the guild holds now. Open an
              item to see who has it.
            </p>
          )}
          <SharedPlaces />
          {items.length === 0 && !asked.isEarlier && <NotHeld find={find} />}
          <ItemLines items={items} dropped={dropped} />
          {items.length === foundItemsMax && (
            <p className="notice">Only {foundItemsMax} items are shown. More words find fewer items.</p>
          )}
        </div>
      )}
    </AnswerPanel>
  );
}

/** Without the sentence, an answer looks complete. */
function SharedPlaces() {
  const all = [...useAccounts().accounts.values()];
  const counts = ofPlaces.map((place) => all.filter(({ categories }) => categories.includes(place)).length);
  if (counts.every((count) => count === all.length)) return null;
  const parts = ofPlaces.map((place, index) => `the ${place} of ${counts[index]}`);
  return (
    <p className="panel-body dim small">
      You see {new Intl.ListFormat('en').format(parts)} of {countText(all.length, 'player')}.
    </p>
  );
}

const ever = { group: 'item', from: '1970-01-01T00:00:00Z', limit: 5 } as const;

/** Drops tell an item that nobody holds from a wrong name. */
function NotHeld({ find }: Pick<Props, 'find'>) {
  const wanted = { ...ever, items: soughtOf(find) };
  const canRead = useCanRead('events');
  const { body, isEarlier } = useHubAnswer(
    'drops of items',
    wanted,
    async (client, signal) => (await client.get('/leaderboards/loot', wanted, signal)).data.items ?? [],
    { enabled: canRead },
  );
  const drops = !canRead ? [] : isEarlier ? undefined : body;
  return (
    <div className="notice">
      <p>Nobody holds this now, in a place that you may read.</p>
      {drops?.map((item) => (
        <p key={item.rank}>
          {itemName(item)}:{' '}
          <Link to={`${pagePaths.events}?${new URLSearchParams({ item: String(item.name ?? item.id) })}`}>
            dropped {item.drops === 1 ? 'once' : `${exactAmount(item.drops)} times`}
          </Link>
        </p>
      ))}
      {drops?.length === 0 && <p>Check the spelling: short names like “tbow” are not known.</p>}
      <p>
        Plugins send gear and inventory while playing.{' '}
        {new Intl.ListFormat('en').format(readPageSettings().senders.bank ?? [])} send the bank.
      </p>
    </div>
  );
}

/** The order and the open lines are in the address. A single item is open at first. */
function ItemLines({ items, dropped }: Pick<Props, 'dropped'> & { readonly items: readonly FoundItem[] }) {
  const [order, setOrder] = useAddressChoice('order', itemOrders);
  const [only] = items.length === 1 ? items : [];
  const [open, setOpen] = useAddressValue('open', String(only?.id ?? ''), 'replaced');
  return (
    <>
      {items.length > 1 && (
        <div className="panel-body row wrap dim small">
          Order <SegmentedControl label="Order" choices={itemOrders} chosen={order} onChoose={setOrder} />
        </div>
      )}
      {inOrder(items, order).map((item) => (
        <HeldItemLine
          key={item.id}
          item={item}
          dropped={dropped?.get(item.id) ?? null}
          isOpen={open.split(',').includes(String(item.id))}
          onToggle={(isOpen) => setOpen((present) => withLine(present, item.id, isOpen))}
        />
      ))}
    </>
  );
}

/** @param ids a comma list */
function withLine(ids: string, id: number, isOpen: boolean): string {
  const others = ids.split(',').filter((each) => each !== '' && each !== String(id));
  return (isOpen ? [...others, id] : others).join();
}

function titleOf(items: readonly FoundItem[] | undefined): string {
  const [first] = items ?? [];
  if (items === undefined) return 'Found items';
  if (first === undefined) return 'No item found';
  if (items.length === 1) return `Players with ${itemName(first)}`;
  return items.length === foundItemsMax
    ? `The first ${foundItemsMax} items`
    : `${countText(items.length, 'item')} found`;
}
