import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import type { HubEvent } from '../../../../shared/client/api.ts';
import { pagePaths } from '../../page-paths.ts';
import { EventLine, ItemText } from '../common/events/event-line.tsx';
import { listedItemsOf } from '../common/events/listed-items.ts';
import { findPlace } from '../common/named-places.ts';
import { Figure } from '../common/panel/figures.tsx';
import { Amount } from '../common/text/amount.tsx';
import { countText, dayTitle, exactAmount, exactTime } from '../common/text/format.ts';
import { useNow } from '../common/text/time-ago.tsx';
import { findEventPlace } from '../map/event-marker.ts';
import { useEntryNumber } from '../state/use-entry-number.ts';
import { groupEvents } from './group-events.ts';

interface Props {
  readonly events: readonly HubEvent[];
  readonly marked: string;
  /** Null when there are no older events. */
  readonly onOlder: (() => void) | null;
  readonly isBusy?: boolean;
  /** Epoch ms: an earlier day may lack events. */
  readonly wholeSince: number;
  readonly whenEmpty: string;
  /** The items of the filter. */
  readonly sought: string;
}

const shownAtFirst = 100;

/** Shows events in parts, because browsers lay out long lists slowly. */
export function EventList(props: Props) {
  const { events, marked, onOlder, isBusy = false, wholeSince, whenEmpty, sought } = props;
  const now = useNow();
  const { search: kept } = useLocation();
  const [max, setMax] = useEntryNumber('shown', shownAtFirst);
  const [hasPressed, setHasPressed] = useState(false);
  const shown = events.slice(0, max);
  const details = shown.find(({ id }) => id === marked);
  const hasHidden = events.length > max;
  const hasMore = hasHidden || onOlder !== null;
  const canAsk = hasHidden || (onOlder !== null && !isBusy);
  const isPart = (at: number, isLast: boolean) => at < wholeSince || (hasHidden && isLast);
  const more = () => {
    if (!canAsk) return;
    setHasPressed(true);
    if (!hasHidden) onOlder?.();
    setMax(max + shownAtFirst);
  };
  return (
    <>
      {events.length === 0 && <p className="notice">{whenEmpty}</p>}
      {groupEvents(shown).map(({ at, groups, worth }, index, days) => (
        <section key={at} aria-label={dayTitle(at, now)}>
          <header className="day-title row">
            <h3 className="grow">{dayTitle(at, now)}</h3>
            <span className="small">
              {countText(
                groups.reduce((sum, { count }) => sum + count, 0),
                'event',
              )}
              {isPart(at, index === days.length - 1)
                ? ' shown'
                : worth > 0 && [' · drops ', <Amount key="worth" value={worth} unit="gp" />]}
            </span>
          </header>
          <ul>
            {groups.map(({ event, ids, ...group }) => (
              <EventLine
                key={event.id}
                {...{ event, sought, kept, ...group }}
                isMarked={ids.includes(marked)}
              />
            ))}
          </ul>
        </section>
      ))}
      {details !== undefined && <EventDetails event={details} />}
      {(hasMore || hasPressed) && (
        // The button stays and is never `disabled`. Otherwise the button would lose the focus.
        <button type="button" className="more" aria-disabled={!canAsk} onClick={more}>
          {hasMore ? 'Show more' : 'No older events'}
        </button>
      )}
    </>
  );
}

const placeZoom = 3;

function EventDetails({ event }: { readonly event: HubEvent }) {
  const { title, occurred_at, received_at, value_gp } = event;
  const place = findEventPlace(event);
  const items = listedItemsOf(event);
  return (
    <dl className="event-details small">
      <Figure title="What">{title}</Figure>
      <Figure title="Happened">{exactTime(Date.parse(occurred_at))}</Figure>
      <Figure title="Reached the hub">{exactTime(Date.parse(received_at))}</Figure>
      {value_gp !== null && <Figure title="Worth">{exactAmount(value_gp)} gp</Figure>}
      {items.length > 0 && (
        <Figure title="Items">
          {items.map((item) => (
            <span key={item.text} className="listed-item">
              <ItemText item={item} />
            </span>
          ))}
        </Figure>
      )}
      {place !== null && (
        <Figure title="Where">
          <Link to={`${pagePaths.live}?at=${place.x},${place.y},${placeZoom}`}>
            {findPlace(place)?.name ?? `${place.x}, ${place.y}`}
          </Link>
        </Figure>
      )}
    </dl>
  );
}
