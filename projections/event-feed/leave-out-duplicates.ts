import type { GenerationTx } from '../../shared/projection/projection.ts';
import {
  type AccountSources,
  comparableContent,
  comparableItems,
  comparedForMs,
  isCompared,
  type KnownEvent,
  type NewFeedEvent,
  type RecentEvent,
  type SourceOfAccount,
  sourcesByAccount,
  withoutDuplicates,
} from './duplicates.ts';
import { readLatestEvents, readRecent, saveDuplicates, saveRecent, saveSources } from './duplicates-store.ts';

/**
 * Leaves out the records of events that another plugin reported first, and keeps what later batches need to know of
 * them. For accounts whose one plugin is known it reads and writes nothing.
 * @param fresh the records of a batch, without resends, in any order
 * @param before the plugins of their accounts before the batch
 * @returns those that are events of the feed
 */
export async function leaveOutDuplicates(
  tx: GenerationTx,
  fresh: readonly NewFeedEvent[],
  before: AccountSources,
): Promise<readonly NewFeedEvent[]> {
  const several = await noteSources(tx, fresh.filter(isCompared), before);
  if (several.size === 0) return fresh;
  const records = fresh
    .filter(({ account_id: id }) => several.has(id))
    .toSorted((left, right) => left.seq - right.seq)
    .map((event) => ({ event, what: comparableContent(event) }));
  const compared = records.flatMap(({ event, what }) =>
    what === null ? [] : [{ ...event, what, items: comparableItems(event) }],
  );
  const { first = [], further = [] } = Object.groupBy(compared, ({ account_id: id }) =>
    before.get(id)?.size === 1 ? 'first' : 'further',
  );
  const kept = await readRecent(tx, further);
  const unkept = await readBefore(tx, first, before);
  const { events, duplicates, recent } = withoutDuplicates(records, [...kept, ...unkept]);
  await saveDuplicates(tx, duplicates);
  await saveRecent(tx, withoutOld([...unkept, ...recent]));
  return [...fresh.filter(({ account_id: id }) => !several.has(id)), ...events];
}

/** Keeps which plugin reported which account. @returns the accounts that several plugins have reported by now */
async function noteSources(
  tx: GenerationTx,
  events: readonly NewFeedEvent[],
  before: AccountSources,
): Promise<ReadonlySet<string>> {
  const unknown: SourceOfAccount[] = [];
  const several = new Set<string>();
  for (const [id, sources] of sourcesByAccount(events)) {
    const known = before.get(id);
    const added = [...sources].filter((source) => known?.has(source) !== true);
    for (const source of added) unknown.push({ account_id: id, source });
    if ((known?.size ?? 0) + added.length > 1) several.add(id);
  }
  await saveSources(tx, unknown);
  return several;
}

/**
 * The events of accounts before the first record of their second plugin. All of them come from the
 * first plugin, so they were not stored as recent events until now. The time is twice as long,
 * because the newest event may be that much older than the record.
 */
async function readBefore(
  tx: GenerationTx,
  records: readonly RecentEvent[],
  before: AccountSources,
): Promise<readonly KnownEvent[]> {
  if (records.length === 0) return [];
  const ids = [...new Set(records.map(({ account_id: id }) => id))];
  const earliest = records.reduce((at, record) => Math.min(at, record.received_at), Number.POSITIVE_INFINITY);
  const stored = await readLatestEvents(tx, ids, earliest - 2 * comparedForMs);
  return stored.flatMap((event) => {
    const what = comparableContent(event);
    const [source] = before.get(event.account_id) ?? [];
    if (what === null || source === undefined) return [];
    const { account_id, seq, occurred_at, received_at } = event;
    const items = comparableItems(event);
    return [{ account_id, seq, source, what, items, occurred_at, received_at, reportedBy: [] }];
  });
}

/** Without those that no record after the newest of their account is compared with. */
function withoutOld(events: readonly RecentEvent[]): readonly RecentEvent[] {
  const newest = new Map<string, number>();
  for (const { account_id: id, received_at: at } of events) {
    newest.set(id, Math.max(at, newest.get(id) ?? at));
  }
  return events.filter(({ account_id: id, received_at: at }) => at >= (newest.get(id) ?? at) - comparedForMs);
}
