import { readPageSettings } from '../browser/page-settings.ts';
import { SegmentedControl } from '../common/fields/segmented-control.tsx';
import { itemName } from '../common/items/item-tile.tsx';
import { AnswerPanel } from '../common/panel/answer-panel.tsx';
import { CsvButton } from '../common/table/csv-button.tsx';
import { countText } from '../common/text/format.ts';
import { type AnswerState, useHubAnswer } from '../read-api/use-hub-answer.ts';
import { useAddressChoice, useAddressValue } from '../state/use-address-value.ts';
import { HeldItemLine } from './held-item.tsx';
import { type FoundItem, inOrder, itemOrders } from './holders.ts';

const itemsMax = 50;

/** The ids and names of a comma list. */
export function soughtOf(find: string): readonly string[] {
  return find
    .split(',')
    .filter((text) => text.trim() !== '')
    .slice(0, 50);
}

function wantedOf(find: string) {
  return { items: soughtOf(find), limit: itemsMax };
}

/** Asks nothing without a name or an id. */
export function useFoundItems(find: string): AnswerState<readonly FoundItem[]> {
  const wanted = wantedOf(find);
  return useHubAnswer(
    'items',
    wanted,
    async (client, signal) => {
      const { data } = await client.get('/items', wanted, signal);
      return data.items;
    },
    {
      enabled: wanted.items.length > 0,
      everyMs: 60_000,
    },
  );
}

interface Props {
  readonly find: string;
  readonly asked: AnswerState<readonly FoundItem[]>;
  /** Whether another search follows. */
  readonly isTyping: boolean;
}

export function FoundItems({ find, asked, isTyping }: Props) {
  const title = titleOf(asked.body);
  const csv = asked.body !== undefined && asked.body.length > 0 && (
    <CsvButton path="/items" parameters={() => wantedOf(find)} name={`items ${find}`} />
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
          {items.length === 0 && (
            <p className="notice">
              Nobody has an item of this name or id in a place that you may read. Check the spelling: short
              names like “tbow” are not known. Plugins send gear and inventory while playing.{' '}
              {new Intl.ListFormat('en').format(readPageSettings().senders.bank ?? [])} send the bank.
            </p>
          )}
          <ItemLines items={items} />
          {items.length === itemsMax && (
            <p className="notice">Only {itemsMax} items are shown. More words find fewer items.</p>
          )}
        </div>
      )}
    </AnswerPanel>
  );
}

/** The order and the open lines are in the address. A single item is open at first. */
function ItemLines({ items }: { readonly items: readonly FoundItem[] }) {
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
  return items.length === itemsMax
    ? `The first ${itemsMax} items`
    : `${countText(items.length, 'item')} found`;
}
