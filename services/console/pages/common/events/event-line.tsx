import { memo, useId } from 'react';
import { Link } from 'react-router';
import type { HubEvent } from '../../../../../shared/client/api.ts';
import { hasGlyph, SkillGlyph } from '../glyphs/glyph.tsx';
import { ItemPicture } from '../items/item-tile.tsx';
import { AccountLink } from '../text/account-link.tsx';
import { Amount } from '../text/amount.tsx';
import { countText, exactAmount, shortAmount } from '../text/format.ts';
import { Name, TextWithName } from '../text/isolated-name.tsx';
import { TimeAgo } from '../text/time-ago.tsx';
import { countLine } from './count-line.ts';
import { eventAddress } from './event-address.ts';
import { eventSymbol } from './event-symbol.ts';
import { lineWithoutName } from './line-without-name.ts';
import { type ListedItem, listedItemsOf, soughtAmong } from './listed-items.ts';
import './event-line.css';

interface Props {
  readonly event: HubEvent;
  /** How many equal events the line stands for. */
  readonly count?: number;
  readonly isMarked?: boolean;
  /** Whether the drop is new in the collection log. */
  readonly hasEntry?: boolean;
  /** The page of the account needs no name. */
  readonly hasName?: boolean;
  /** Names or ids of items, with commas between them: the line says these items first. */
  readonly sought?: string;
  /** The filter that the address of the event keeps. */
  readonly kept?: string | undefined;
  /** Shows the place of the event. */
  readonly onPlace?: (() => void) | undefined;
}

/** The worth stands next to the sentence. Only the sentence of a death says that it was lost. */
const worthInLine = / \([\d.]+[KMB]?\)(?= from |$)/;
const lostInLine = / lost [\d.]+[KMB]?$/;
/** The worth of a drop that stands out among others, in gp. */
const highWorth = 1_000_000;
/** Items that a filter found, in a sentence. */
const foundMax = 3;

const itemTypes: ReadonlySet<string> = new Set(['loot', 'pk_loot', 'collection_log']);
/** The name of the item, except in the title of an item without a name. */
const itemInTitle = /: (?!a drop$|a new item$)(.+)/;

function EventSign({ event, item }: Pick<Props, 'event'> & { readonly item: ListedItem | undefined }) {
  const { type, skill, item_id } = event;
  const id = item?.id ?? item_id;
  if (itemTypes.has(type) && id !== null)
    return <ItemPicture id={id} name={item?.name ?? itemInTitle.exec(event.title)?.[1] ?? null} />;
  return hasGlyph(skill) ? <SkillGlyph skill={skill} /> : eventSymbol(type);
}

function EventTime({
  event: { id, occurred_at: at },
  kept,
  onPlace,
}: Pick<Props, 'event' | 'kept' | 'onPlace'>) {
  return (
    <span className="event-when">
      {onPlace && (
        <button type="button" className="plain link" onClick={onPlace}>
          <TimeAgo at={at} />
        </button>
      )}{' '}
      <Link to={eventAddress(id, at, kept)}>{onPlace ? 'details' : <TimeAgo at={at} />}</Link>
    </span>
  );
}

/** The text comes from the hub or a player, and is never HTML. */
export const EventLine = memo(function EventLine(props: Props) {
  const { event, count = 1, isMarked = false, hasEntry = false, hasName = true, sought = '' } = props;
  const { id, type, account, value_gp, special_world } = event;
  // Untradable items have the worth 0.
  const worth = value_gp === 0 || type === 'death' ? null : value_gp;
  const kind = type === 'death' ? 'death' : worth === null ? '' : 'worthy';
  const counted = count > 1 ? countLine(event.line, count) : undefined;
  const whole = counted ?? event.line;
  const line =
    type === 'death'
      ? whole.replace(lostInLine, ` lost ${shortAmount(value_gp ?? 0)}`)
      : worth === null
        ? whole
        : whole.replace(worthInLine, '');
  const isHigh = worth !== null && !special_world && worth * count >= highWorth;
  const items = listedItemsOf(event);
  const found = sought === '' ? [] : soughtAmong(items, sought).slice(0, foundMax);
  const titled = items.find(({ name }) => name === itemInTitle.exec(event.title)?.[1]);
  const said = found.length === 0 && titled !== undefined ? [titled] : found;
  const saidText = said.map(({ text }) => text).join(', ');
  const words = `received ${titled?.name}`;
  const [before, ...after] = line.split(words);
  const including = found.length === 0 ? line : `${line}, including ${saidText}`;
  const sentence = after.length === 0 ? including : `${before}received ${saidText}`;
  return (
    <li
      className={['event-line', isMarked && 'marked', isHigh && 'high'].filter(Boolean).join(' ')}
      id={`event-${id}`}
    >
      <span className={`event-sign ${kind}`} aria-hidden="true">
        <EventSign event={event} item={found[0]} />
      </span>
      <span className="event-text">
        {hasName ? (
          <TextWithName text={sentence} name={account.name} as={<AccountLink account={account} />} />
        ) : (
          lineWithoutName(sentence, account.name)
        )}
        <ListedItems items={[...new Set([...said, ...items])]} said={said.length} />
        {after.join(words)}
        {hasEntry && <span className="event-entry"> and added it to the collection log</span>}
        {count > 1 && counted === undefined && <strong> {countText(count, 'time')}</strong>}
        {special_world && <span className="dim small"> · special world</span>}
      </span>
      {worth !== null && (
        <span className="number">
          {special_world ? (
            <span
              className="dim"
              title={`${exactAmount(worth * count)} gp in a special world: does not count`}
            >
              {shortAmount(worth * count)}
            </span>
          ) : (
            <Amount value={worth * count} unit="gp" />
          )}
        </span>
      )}
      <EventTime event={event} kept={props.kept} onPlace={props.onPlace} />
    </li>
  );
});

interface ListedProps {
  readonly items: readonly ListedItem[];
  /** How many items the sentence already says. */
  readonly said: number;
}

/** The list opens by a press, because a phone shows no `title`. */
function ListedItems({ items, said }: ListedProps) {
  const list = useId();
  const others = items.slice(said);
  if (others.length === 0) return null;
  const texts = others.map(({ text }) => text);
  return (
    <>
      {' '}
      <button type="button" className="more-items" title={texts.join(', ')} popoverTarget={list}>
        {said > 0 ? `+${others.length} more` : countText(others.length, 'item')}
      </button>
      <span id={list} popover="auto" className="item-name">
        {others.map((item) => (
          <span key={item.text} className="listed-item">
            <ItemText item={item} />
          </span>
        ))}
      </span>
    </>
  );
}

export function ItemText({ item: { text, worth } }: { readonly item: ListedItem }) {
  return (
    <>
      <Name of={text} />
      {worth > 0 && [' ', <Amount key="worth" value={worth} unit="gp" />]}
    </>
  );
}
