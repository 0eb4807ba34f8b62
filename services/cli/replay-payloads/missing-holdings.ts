import type { Journal } from '../../../shared/log/journal.ts';
import { readNewestOfSubject } from '../../../shared/log/reading/read-events-of-subject.ts';
import { completeLog } from '../../ingest/receive/holdings/complete-holdings.ts';
import { eventToRepeat, type HoldingEvent } from '../../ingest/receive/holdings/events-of-holdings.ts';
import { holdingOf, isStored } from '../../ingest/receive/holdings/holdings-memory.ts';

/** Keeps the newest holding of each record key. */
export function createNewestHoldings() {
  const newest = new Map<string, HoldingEvent>();
  return {
    add: (sent: HoldingEvent) => {
      newest.set(sent.key, newerOf(newest.get(sent.key), sent));
    },
    /**
     * The holdings that are newer than the stored holdings, and differ. Forgets all holdings.
     * @throws LogUnavailable
     */
    takeMissing: async (journal: Journal) => {
      const missing: HoldingEvent[] = [];
      for (const [subject, events] of Map.groupBy(newest.values(), (event) => event.subject)) {
        const stored = await readNewestOfSubject(journal, 'hub.holdings', subject);
        for (const sent of events) {
          const record = stored.get(sent.key);
          const known = record === undefined ? undefined : eventToRepeat(sent.key, record);
          const event = newerOf(sent, known ?? sent);
          const memory = known === undefined ? undefined : { ...holdingOf(known.data), storedAt: 0 };
          if (!isStored(event, memory)) missing.push(event);
        }
      }
      newest.clear();
      return missing;
    },
  };
}

/** With equal times the second. A list of the collection log keeps the items of both. */
function newerOf(first: HoldingEvent | undefined, second: HoldingEvent): HoldingEvent {
  if (first === undefined) return second;
  const [older, newer] = first.data.at > second.data.at ? [second, first] : [first, second];
  return completeLog(newer, new Map(), older);
}
