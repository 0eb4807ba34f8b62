import type { HoldingData } from '../../../../shared/events/holdings.ts';
import { collectionItemsMax } from '../../reading/read-stored-items.ts';
import type { HoldingEvent } from './events-of-holdings.ts';

type CollectionLog = HoldingData<'collection-log'>;

/** The stored collection logs, by record key. They are large, so no memory keeps them. */
export type StoredLogs = ReadonlyMap<string, CollectionLog>;

const emptyLog: CollectionLog = { at: 0, items: [] };

export function isCollectionLog({ type }: Pick<HoldingEvent, 'type'>): boolean {
  return type === 'collection-log-reported';
}

/**
 * Adds the known items to a collection log. After a search, the plugin sends only the items that
 * the search shows. Pure.
 */
export function completeLog(sent: HoldingEvent, stored: StoredLogs, waiting?: HoldingEvent): HoldingEvent {
  if (!isCollectionLog(sent)) return sent;
  const known = [stored.get(sent.key), waiting?.data, sent.data] as (CollectionLog | undefined)[];
  const logs = known.filter((log) => log !== undefined);
  return { ...sent, data: logs.reduce(mergeCollectionLogs, emptyLog) };
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
