import { useState } from 'react';
import type { HubEvent } from '../../../../shared/client/api.ts';
import { EventLine } from '../common/events/event-line.tsx';
import { EventDetails } from './event-details.tsx';

interface Props {
  readonly events: readonly HubEvent[];
  /** The id of the one event that the address names. */
  readonly marked: string;
  /** Null where there are none. */
  readonly onOlder: (() => void) | null;
  /** Older ones are on their way. */
  readonly isBusy?: boolean;
  /** What an empty list says. */
  readonly whenEmpty: string;
  /** Null where nothing narrows the list. */
  readonly onAll: (() => void) | null;
}

const shownAtFirst = 100;

/** Events, a part of them at first: a browser lays 500 out slowly, and few people read so far. */
export function EventList({ events, marked, onOlder, isBusy = false, whenEmpty, onAll }: Props) {
  const [max, setMax] = useState(shownAtFirst);
  const [hasPressed, setHasPressed] = useState(false);
  const hasHidden = events.length > max;
  const hasMore = hasHidden || onOlder !== null;
  const canAsk = hasHidden || (onOlder !== null && !isBusy);
  const more = () => {
    if (!canAsk) return;
    setHasPressed(true);
    if (!hasHidden) onOlder?.();
    setMax(max + shownAtFirst);
  };
  return (
    <>
      {events.length === 0 && (
        <div className="notice">
          <p>{whenEmpty}</p>
          {onAll !== null && (
            <button type="button" onClick={onAll}>
              Show all
            </button>
          )}
        </div>
      )}
      <ul>
        {events.slice(0, max).map((event) => (
          <EventLine key={event.id} event={event} isMarked={event.id === marked} />
        ))}
      </ul>
      {events
        .slice(0, max)
        .map((event) => (event.id === marked ? <EventDetails key={event.id} event={event} /> : null))}
      {(hasMore || hasPressed) && (
        // Once it was pressed it stays, and is not `disabled` either, which would take the focus from it.
        <button type="button" className="more" aria-disabled={!canAsk} onClick={more}>
          {hasMore ? 'Show more' : 'That is all'}
        </button>
      )}
    </>
  );
}
