import { useState } from 'react';
import type { HubEvent } from '../../../../shared/client/api.ts';
import { EventLine } from '../common/events/event-line.tsx';
import { EventDetails } from './event-details.tsx';

interface Props {
  readonly events: readonly HubEvent[];
  readonly marked: string;
  /** Null when there are no older events. */
  readonly onOlder: (() => void) | null;
  readonly isBusy?: boolean;
  readonly whenEmpty: string;
  /** Null when no filter is set. */
  readonly onAll: (() => void) | null;
}

const shownAtFirst = 100;

/** Shows events in parts, because browsers lay out long lists slowly. */
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
        // The button stays and is never `disabled`. Otherwise the button would lose the focus.
        <button type="button" className="more" aria-disabled={!canAsk} onClick={more}>
          {hasMore ? 'Show more' : 'No older events'}
        </button>
      )}
    </>
  );
}
