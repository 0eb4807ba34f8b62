import { comparedForMs } from '../../../shared/events/same-event.ts';
import type { GenerationTx } from '../../../shared/projection/projection.ts';
import { addReports, type MergedEvents } from './add-reports.ts';
import { isLoggedOnce, leaveOutRepeatedEntries } from './collection-entries.ts';
import { isCompared, reporterOf } from './comparable-content.ts';
import {
  readLatestEvents,
  readRecent,
  saveDuplicates,
  saveRecent,
  saveReporters,
} from './duplicates-store.ts';
import {
  type AccountReporters,
  type KnownEvent,
  type NewFeedEvent,
  type RecentEvent,
  type ReporterOfAccount,
  recentOf,
  reportersByAccount,
  type WithoutDuplicates,
  withoutDuplicates,
} from './find-duplicates.ts';

/**
 * Leaves out duplicates, and merges them into their events. Saves what later batches need.
 * @param fresh the records of a batch, without resends, in any order
 * @param before the reporters of their accounts before the batch
 */
export async function leaveOutDuplicates(
  tx: GenerationTx,
  fresh: readonly NewFeedEvent[],
  before: AccountReporters,
): Promise<MergedEvents & Pick<WithoutDuplicates, 'duplicates'>> {
  const { entries = [], others = [] } = Object.groupBy(fresh, (event) =>
    isLoggedOnce(event) ? 'entries' : 'others',
  );
  const logged = await leaveOutRepeatedEntries(tx, entries);
  const compared = await leaveOutCompared(tx, others, before);
  const duplicates = [...logged.duplicates, ...compared.duplicates];
  await saveDuplicates(tx, duplicates);
  const merged = await addReports(tx, [...logged.events, ...compared.events], duplicates);
  return { ...merged, duplicates };
}

/** Compares only the records of accounts with several reporters. */
async function leaveOutCompared(
  tx: GenerationTx,
  fresh: readonly NewFeedEvent[],
  before: AccountReporters,
): Promise<Pick<WithoutDuplicates, 'events' | 'duplicates'>> {
  const several = await noteReporters(tx, fresh.filter(isCompared), before);
  if (several.size === 0) return { events: fresh, duplicates: [] };
  const records = fresh
    .filter(({ account_id: id }) => several.has(id))
    .toSorted((left, right) => left.seq - right.seq)
    .map((event) => ({ event, recent: recentOf(event, reporterOf(event)) }));
  const compared = records.flatMap(({ recent }) => recent ?? []);
  const { first = [], further = [] } = Object.groupBy(compared, ({ account_id: id }) =>
    before.get(id)?.size === 1 ? 'first' : 'further',
  );
  const kept = await readRecent(tx, further);
  const unkept = await readEventsOfFirstReporter(tx, first, before);
  const { events, duplicates, recent } = withoutDuplicates(records, [...kept, ...unkept]);
  await saveRecent(tx, withoutOld([...unkept, ...recent]));
  return { events: [...fresh.filter(({ account_id: id }) => !several.has(id)), ...events], duplicates };
}

/** Saves new reporters. @returns the accounts with several reporters by now */
async function noteReporters(
  tx: GenerationTx,
  events: readonly NewFeedEvent[],
  before: AccountReporters,
): Promise<ReadonlySet<string>> {
  const unknown: ReporterOfAccount[] = [];
  const several = new Set<string>();
  const reported = events.map((event) => ({ account_id: event.account_id, reporter: reporterOf(event) }));
  for (const [id, reporters] of reportersByAccount(reported)) {
    const known = before.get(id);
    const added = [...reporters].filter((reporter) => known?.has(reporter) !== true);
    for (const reporter of added) unknown.push({ account_id: id, reporter });
    if ((known?.size ?? 0) + added.length > 1) several.add(id);
  }
  await saveReporters(tx, unknown);
  return several;
}

/**
 * They were not saved as recent. The newest event may be `comparedForMs` older than the record, and
 * `withoutOld` counts from the newest event. So this reads back twice the time.
 */
async function readEventsOfFirstReporter(
  tx: GenerationTx,
  records: readonly RecentEvent[],
  before: AccountReporters,
): Promise<readonly KnownEvent[]> {
  if (records.length === 0) return [];
  const ids = [...new Set(records.map(({ account_id: id }) => id))];
  const earliest = records.reduce((at, record) => Math.min(at, record.received_at), Number.POSITIVE_INFINITY);
  const stored = await readLatestEvents(tx, ids, earliest - 2 * comparedForMs);
  return stored.flatMap((event) => {
    const [reporter] = before.get(event.account_id) ?? [];
    const recent = reporter === undefined ? null : recentOf(event, reporter);
    return recent === null ? [] : [{ ...recent, reportedBy: [] }];
  });
}

/** Leaves out events with which no later record is compared. */
function withoutOld(events: readonly RecentEvent[]): readonly RecentEvent[] {
  const newest = new Map<string, number>();
  for (const { account_id: id, received_at: at } of events) {
    newest.set(id, Math.max(at, newest.get(id) ?? at));
  }
  return events.filter(({ account_id: id, received_at: at }) => at >= (newest.get(id) ?? at) - comparedForMs);
}
