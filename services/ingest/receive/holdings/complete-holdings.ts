import type { HoldingData } from '../../../../shared/events/holdings.ts';
import { collectionItemsMax } from '../../reading/read-stored-items.ts';
import type { HoldingEvent } from './events-of-holdings.ts';
import type { StoredHoldings } from './stored-holdings.ts';
import type { WaitingHoldings } from './waiting-holdings.ts';

type CollectionLog = HoldingData<'collection-log'>;

const emptyLog: CollectionLog = { at: 0, items: [] };

/**
 * Loads the stored holdings, and adds the known items to a collection log. After a search, the
 * plugin sends only the items that the search shows.
 * @param now monotonic ms
 * @throws LogUnavailable
 */
export async function completeHoldings(
  events: readonly HoldingEvent[],
  {
    stored,
    waiting,
    now,
  }: {
    readonly stored: StoredHoldings;
    readonly waiting: WaitingHoldings;
    readonly now: number;
  },
): Promise<HoldingEvent[]> {
  for (const subject of new Set(events.map((event) => event.subject))) await stored.load(subject, now);
  const complete: HoldingEvent[] = [];
  for (const event of events) {
    if (event.type !== 'collection-log-reported') {
      complete.push(event);
      continue;
    }
    const known = [await stored.readData(event), waiting.get(event.key)?.event.data ?? null];
    const logs = [...known, event.data].filter((data): data is CollectionLog => data !== null);
    complete.push({ ...event, data: logs.reduce(mergeCollectionLogs, emptyLog) });
  }
  return complete;
}

/** Items are added or replaced, and never removed. */
function mergeCollectionLogs(known: CollectionLog, sent: CollectionLog): CollectionLog {
  const quantities = new Map(known.items.map(({ id, quantity }) => [id, quantity]));
  for (const { id, quantity } of sent.items) {
    if (quantities.size < collectionItemsMax || quantities.has(id)) quantities.set(id, quantity);
  }
  const items = Array.from(quantities, ([id, quantity]) => ({ id, quantity }));
  return { ...sent, items: items.sort((left, right) => left.id - right.id) };
}
