import { useMemo } from 'react';
import type { HubEvent } from '../../../../../shared/client/api.ts';
import { type FeedFilter, passes } from '../../common/events/event-filter.ts';
import { useNow } from '../../common/text/time-ago.tsx';
import { type EventMarker, markerMs, placeOfEvent } from '../../map/event-marker.ts';
import { placeOnTrail, type TrailMark } from '../../map/trails/trail-steps.ts';
import { useAnswer } from '../../read-api/use-answer.ts';
import { useReading, useStore } from '../../read-api/use-hub.ts';
import { useMayRead } from '../../read-api/use-own-key.ts';
import { useReadable } from '../../read-api/use-readable-accounts.ts';

const none: readonly HubEvent[] = [];
/** What every key may name in one request for trails. */
const accountsMax = 10;

/** Events of the last half hour at their places; those without one at their player's, from the trail. */
export function useMarkers(filter: FeedFilter, shown: boolean): readonly EventMarker[] {
  const feed = useStore(useReading().feed) ?? none;
  // Another list has the map painted, for five milliseconds: to the minute is often enough for markers to fade.
  const now = Math.floor(useNow() / 60_000) * 60_000;
  const recent = useMemo(() => {
    const found = feed.filter(
      (event) => now - Date.parse(event.occurred_at) < markerMs && passes(filter, event),
    );
    return shown && found.length > 0 ? found : none;
  }, [feed, filter, now, shown]);
  const without = useMemo(() => accountsWithoutPlace(recent), [recent]);
  const readable = useReadable(without, 'location_history');
  const ids = useMemo(() => readable.slice(0, accountsMax).sort(), [readable]);
  const mayRead = useMayRead('location_history');
  const { body } = useAnswer(
    'marker trails',
    { ids },
    (client, signal) => client.get('/locations', { accounts: ids, from: Date.now() - markerMs }, signal),
    { enabled: mayRead && ids.length > 0, everyMs: 60_000 },
  );
  return useMemo(() => {
    const trails = new Map(body?.data.accounts.map(({ account, points }) => [account.id, points]));
    return recent.flatMap((event) => {
      const { id } = event.account;
      // The latest answer stays when nobody is left to ask for.
      return markerOf(event, ids.includes(id) ? trails.get(id) : []) ?? [];
    });
  }, [recent, body, ids]);
}

function accountsWithoutPlace(events: readonly HubEvent[]): readonly string[] {
  const without = events.filter((event) => placeOfEvent(event) === null).map(({ account }) => account.id);
  return [...new Set(without)];
}

function markerOf(event: HubEvent, trail: readonly TrailMark[] = []): EventMarker | null {
  const exact = placeOfEvent(event);
  if (exact !== null) return { event, place: exact, approximate: false };
  const place = placeOnTrail(trail, Date.parse(event.occurred_at));
  return place === null ? null : { event, place, approximate: true };
}
