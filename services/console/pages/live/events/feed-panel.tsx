import { useId, useMemo, useState } from 'react';
import type { HubEvent } from '../../../../../shared/client/api.ts';
import { sortByOccurrence } from '../../common/events/by-occurrence.ts';
import { emptyFeedFilter, type FeedFilter, isShownByFilter } from '../../common/events/event-filter.ts';
import { EventFilterForm } from '../../common/events/event-filter-form.tsx';
import { EventLine } from '../../common/events/event-line.tsx';
import { joinEntries } from '../../common/events/join-entries.ts';
import { NoCategoryAccess } from '../../common/panel/answer-panel.tsx';
import { Loading, Panel } from '../../common/panel/panel.tsx';
import { findEventPlace } from '../../map/event-marker.ts';
import { useCanRead } from '../../read-api/use-key-rights.ts';
import { useReadApi, useStore } from '../../read-api/use-read-api.ts';
import { useCloseByEscape } from '../close-by-escape.ts';
import { type Fold, FoldButton } from '../folded-panels.tsx';
import type { MapTarget } from '../map-view-address.ts';

interface Props {
  readonly filter: FeedFilter;
  readonly onFilter: (filter: FeedFilter) => void;
  readonly fold: Fold;
  readonly onGo: (target: MapTarget) => void;
}

const shownMax = 100;

export function FeedPanel({ filter, onFilter, fold, onGo }: Props) {
  const stored = useStore(useReadApi().feed);
  const feed = useMemo(() => stored && sortByOccurrence(stored), [stored]);
  const canRead = useCanRead('events');
  const [isFilterOpen, setIsFilterOpen] = useState(false);
  const form = useId();
  useCloseByEscape(isFilterOpen, () => setIsFilterOpen(false));
  const shown = feed?.filter((event) => isShownByFilter(filter, event)).slice(0, shownMax) ?? [];
  const actions = (
    <>
      <button
        type="button"
        className="chip"
        aria-expanded={isFilterOpen}
        aria-controls={form}
        onClick={() => setIsFilterOpen(!isFilterOpen)}
      >
        Filter{filter.types.length > 0 || filter.leastValue > 0 ? ' on' : ''}
      </button>
      <FoldButton fold={fold} of="feed" />
    </>
  );
  return (
    <Panel title="Events" actions={actions} className={fold.isFolded ? 'live-feed folded' : 'live-feed'}>
      <div id={form}>{isFilterOpen && <EventFilterForm filter={filter} onChange={onFilter} />}</div>
      {!canRead && <NoCategoryAccess category="events" />}
      {canRead && feed === null && <Loading />}
      {canRead && feed !== null && shown.length === 0 && (
        <div className="notice">
          <p>
            {feed.length === 0
              ? 'Nothing has happened yet. Drops, deaths and levels appear here some 15 seconds after they happened.'
              : 'No event passes the filter.'}
          </p>
          {feed.length > 0 && (
            <button type="button" onClick={() => onFilter(emptyFeedFilter)}>
              Show all
            </button>
          )}
        </div>
      )}
      <ul className="live-feed-list" aria-live="off">
        {joinEntries(shown).map(({ event, entryId }) => (
          <EventLine
            key={event.id}
            event={event}
            hasEntry={entryId !== null}
            onPlace={showPlaceOf(event, onGo)}
          />
        ))}
      </ul>
    </Panel>
  );
}

function showPlaceOf(event: HubEvent, onGo: Props['onGo']) {
  const place = findEventPlace(event);
  return place === null ? undefined : () => onGo({ tile: place });
}
