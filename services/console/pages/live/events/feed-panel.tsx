import { useId, useState } from 'react';
import { everyEvent, type FeedFilter, passes } from '../../common/events/event-filter.ts';
import { EventFilterForm } from '../../common/events/event-filter-form.tsx';
import { EventLine } from '../../common/events/event-line.tsx';
import { NoRight } from '../../common/panel/answer-panel.tsx';
import { Panel } from '../../common/panel/panel.tsx';
import { useReading, useStore } from '../../read-api/use-hub.ts';
import { useMayRead } from '../../read-api/use-own-key.ts';

interface Props {
  readonly filter: FeedFilter;
  readonly onFilter: (filter: FeedFilter) => void;
}

const shownMax = 100;

/** What happens, as it comes. */
export function FeedPanel({ filter, onFilter }: Props) {
  const feed = useStore(useReading().feed);
  const mayRead = useMayRead('events');
  const [filters, setFilters] = useState(false);
  const form = useId();
  const shown = feed?.filter((event) => passes(filter, event)).slice(0, shownMax) ?? [];
  const actions = (
    <button
      type="button"
      className="chip"
      aria-expanded={filters}
      aria-controls={form}
      onClick={() => setFilters(!filters)}
    >
      Filter{filter.types.length > 0 || filter.leastValue > 0 ? ' on' : ''}
    </button>
  );
  return (
    <Panel title="Events" actions={actions} className="live-feed">
      <div id={form}>{filters && <EventFilterForm filter={filter} onChange={onFilter} />}</div>
      {!mayRead && <NoRight category="events" />}
      {mayRead && feed === null && <div className="loading" aria-busy="true" />}
      {mayRead && feed !== null && shown.length === 0 && (
        <div className="notice">
          <p>
            {feed.length === 0
              ? 'Nothing has happened yet. Drops, deaths and levels appear here some 15 seconds after they happened.'
              : 'No event passes the filter.'}
          </p>
          {feed.length > 0 && (
            <button type="button" onClick={() => onFilter(everyEvent)}>
              Show all
            </button>
          )}
        </div>
      )}
      <ul className="live-feed-list" aria-live="off">
        {shown.map((event) => (
          <EventLine key={event.id} event={event} />
        ))}
      </ul>
    </Panel>
  );
}
