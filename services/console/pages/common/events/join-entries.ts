import type { HubEvent } from '../../../../../shared/client/api.ts';

export interface ShownEvent {
  readonly event: HubEvent;
  /** The id of the entry in the collection log that the drop made; null without an entry. */
  readonly entryId: string | null;
}

/** The times of two messages about one reward differ a little. */
const togetherMs = 10_000;
const dropTypes: ReadonlySet<string> = new Set(['loot', 'pk_loot']);

/** A drop and its entry in the collection log are one line, at the place of the drop. */
export function joinEntries(events: readonly HubEvent[]): readonly ShownEvent[] {
  const keyOf = ({ account, item_id, special_world }: HubEvent) =>
    JSON.stringify([account.id, item_id, special_world]);
  const entries = Map.groupBy(
    events.filter(({ type, item_id }) => type === 'collection_log' && item_id !== null),
    keyOf,
  );
  const joined = new Map<string, string>();
  for (const event of events) {
    if (!dropTypes.has(event.type)) continue;
    const at = Date.parse(event.occurred_at);
    const open = entries.get(keyOf(event)) ?? [];
    const index = open.findIndex((entry) => Math.abs(Date.parse(entry.occurred_at) - at) <= togetherMs);
    const [entry] = index === -1 ? [] : open.splice(index, 1);
    if (entry !== undefined) joined.set(event.id, entry.id);
  }
  const hidden = new Set(joined.values());
  return events
    .filter(({ id }) => !hidden.has(id))
    .map((event) => ({ event, entryId: joined.get(event.id) ?? null }));
}
