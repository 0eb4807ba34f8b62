import { useMemo } from 'react';
import type { HubEvent } from '../../../../../shared/client/api.ts';
import { type FeedFilter, isShownByFilter } from '../../common/events/event-filter.ts';
import { useNow } from '../../common/text/time-ago.tsx';
import { type EventMarker, findEventPlace, markerLifeMs } from '../../map/event-marker.ts';
import { lastPlaceOnTrail, type TrailPosition } from '../../map/trails/trail-parts.ts';
import { useHubAnswer } from '../../read-api/use-hub-answer.ts';
import { useCanRead } from '../../read-api/use-key-rights.ts';
import { useReadApi, useStore } from '../../read-api/use-read-api.ts';
import { useReadableAccounts } from '../../read-api/use-readable-accounts.ts';

const none: readonly HubEvent[] = [];
/** The maximum number of accounts in a request with a user key. */
const accountsMax = 10;

/** If an event has no place, the marker uses the player's last place before the event. */
export function useEventMarkers(filter: FeedFilter, shown: boolean): readonly EventMarker[] {
  const feed = useStore(useReadApi().feed) ?? none;
  // Rounded to the minute, because each new value repaints the map.
  const now = Math.floor(useNow() / 60_000) * 60_000;
  const recent = useMemo(() => {
    const found = feed.filter(
      (event) => now - Date.parse(event.occurred_at) < markerLifeMs && isShownByFilter(filter, event),
    );
    return shown && found.length > 0 ? found : none;
  }, [feed, filter, now, shown]);
  const without = useMemo(() => accountsWithoutPlace(recent), [recent]);
  const readable = useReadableAccounts(without, 'location_history');
  const ids = useMemo(() => readable.slice(0, accountsMax).sort(), [readable]);
  const canRead = useCanRead('location_history');
  const { body } = useHubAnswer(
    'marker trails',
    { ids },
    (client, signal) => client.get('/locations', { accounts: ids, from: Date.now() - markerLifeMs }, signal),
    { enabled: canRead && ids.length > 0, everyMs: 60_000 },
  );
  return useMemo(() => {
    const trails = new Map(body?.data.accounts.map(({ account, points }) => [account.id, points]));
    return recent.flatMap((event) => {
      const { id } = event.account;
      // Until the new answer arrives, `body` is the answer for the earlier `ids`.
      return markerOf(event, ids.includes(id) ? trails.get(id) : []) ?? [];
    });
  }, [recent, body, ids]);
}

function accountsWithoutPlace(events: readonly HubEvent[]): readonly string[] {
  const without = events.filter((event) => findEventPlace(event) === null).map(({ account }) => account.id);
  return [...new Set(without)];
}

function markerOf(event: HubEvent, trail: readonly TrailPosition[] = []): EventMarker | null {
  const exact = findEventPlace(event);
  if (exact !== null) return { event, place: exact, isApproximate: false };
  const place = lastPlaceOnTrail(trail, Date.parse(event.occurred_at));
  return place === null ? null : { event, place, isApproximate: true };
}
