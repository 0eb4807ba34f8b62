import { useEffect, useRef, useState } from 'react';
import type { HubEvent } from '../../../../../shared/client/api.ts';
import { type FeedFilter, isShownByFilter } from '../../common/events/event-filter.ts';
import { EventLine } from '../../common/events/event-line.tsx';
import { useReadApi, useStore } from '../../read-api/use-read-api.ts';

const shownMax = 3;
const shownForMs = 8_000;

export function Toasts({ filter }: { readonly filter: FeedFilter }) {
  const feed = useStore(useReadApi().feed);
  const [toasts, setToasts] = useState<readonly HubEvent[]>([]);
  /** The newest known event; null when there was none, undefined before the feed has loaded. */
  const newest = useRef<string | null | undefined>(undefined);
  const latest = useRef(filter);
  latest.current = filter;
  useEffect(() => {
    if (feed === null) return;
    const before = newest.current;
    newest.current = feed[0]?.id ?? null;
    if (before === undefined) return;
    const known = feed.findIndex(({ id }) => id === before);
    const news = feed.slice(0, known === -1 ? feed.length : known);
    const wanted = news.filter((event) => isShownByFilter(latest.current, event));
    if (wanted.length > 0) setToasts((old) => [...wanted, ...old].slice(0, shownMax));
  }, [feed]);
  useEffect(() => {
    if (toasts.length === 0) return;
    const timer = setTimeout(() => setToasts(toasts.slice(0, -1)), shownForMs / toasts.length);
    return () => clearTimeout(timer);
  }, [toasts]);
  return (
    <ul className="toasts" aria-live="polite" aria-label="News">
      {toasts.map((event) => (
        <EventLine key={event.id} event={event} />
      ))}
    </ul>
  );
}
