import { useRef } from 'react';
import type { HubEvent } from '../../../../shared/client/api.ts';
import { namesIn } from '../common/events/drop-items.ts';

const namesMax = 300;

/** The names in all events since the page opened, sorted, because a filter leaves few events. */
export function useSeenNames(kind: 'items' | 'sources', events: readonly HubEvent[] = []) {
  const seen = useRef(new Set<string>());
  for (const name of events.flatMap((event) => namesIn(event)[kind])) {
    // A comma separates names in the filter.
    if (seen.current.size < namesMax && !name.includes(',')) seen.current.add(name);
  }
  return [...seen.current].sort();
}
