import type { RecordedEventOf } from '../../shared/events/event.ts';
import type { gameEventRecorded } from '../../shared/events/types/game-event-recorded.ts';
import type { GenerationTx } from '../../shared/projection/projection.ts';
import { isLoggedOnce } from './duplicates/collection-entries.ts';
import { type AccountReporters, reportersByAccount } from './duplicates/find-duplicates.ts';
import { emptyFeedState, epochOpenedBy, type FeedEvent, type FeedState, type FoldedId } from './fold.ts';
import { repeatedEventIds } from './repeated-events.ts';
import type { FeedEpoch } from './sequence.ts';

type GameRecord = RecordedEventOf<typeof gameEventRecorded>;

export async function loadFeed(
  tx: GenerationTx,
  events: readonly FeedEvent[],
  known: ReadonlyMap<string, FeedState>,
): Promise<ReadonlyMap<string, FeedState>> {
  const recorded = events.filter((event) => event.type === 'game-event-recorded');
  const unread = recorded.filter(({ data }) => knownId(known, data.event_id)?.storedAt == null);
  const stored = await readEpochsAndReporters(tx, unread);
  const epochs = [...stored.epochs, ...epochsIn(known), ...epochsAmong(events)];
  const storedAt = await readStoredAt(tx, unread, stored.reporters);
  const states = new Map<string, FeedState>();
  for (const { data, subject } of unread) {
    const reporters = stored.reporters.get(subject) ?? emptyFeedState.reporters;
    const at = storedAt.get(data.event_id) ?? null;
    states.set(data.event_id, { ...emptyFeedState, epochs, reporters, storedAt: at });
  }
  for (const { data } of recorded) {
    const state = knownId(known, data.event_id);
    // An equal event may happen again in an epoch that was opened after the state was folded.
    if (data.undated === true && state?.storedAt != null) states.set(data.event_id, { ...state, epochs });
  }
  return states;
}

function knownId(known: ReadonlyMap<string, FeedState>, id: string): FoldedId | null {
  const state = known.get(id);
  return state?.kind === 'id' ? state : null;
}

interface StoredId {
  readonly event_id: string;
  /** See `FoldedId.storedAt`. */
  readonly stored_at: number | null;
}

/**
 * `FoldedId.storedAt` of each id. With several reporters, or in the collection log, the newest
 * record may be a duplicate.
 */
async function readStoredAt(
  tx: GenerationTx,
  records: readonly GameRecord[],
  reporters: AccountReporters,
): Promise<ReadonlyMap<string, number | null>> {
  const several = records.filter(
    ({ subject, data }) => (reporters.get(subject)?.size ?? 0) > 1 || isLoggedOnce(data),
  );
  const rows = [
    ...(await readRecordsAt(tx, 'event', records)),
    ...(await readRecordsAt(tx, 'duplicate', several)),
    ...(await readNewestAlike(tx, records)),
  ];
  return new Map(rows.map(({ event_id: id, stored_at }) => [id, stored_at]));
}

async function readRecordsAt(
  tx: GenerationTx,
  table: 'event' | 'duplicate',
  records: readonly GameRecord[],
): Promise<readonly StoredId[]> {
  if (records.length === 0) return [];
  return tx.many<StoredId>({
    text: `select event_id, received_at as stored_at
           from ${tx.schema}.${table}
           where event_id = any ($1::uuid[])`,
    values: [records.map(({ data }) => data.event_id)],
  });
}

/** For each id, the time of the newest equal event, which has the highest id. */
async function readNewestAlike(
  tx: GenerationTx,
  records: readonly GameRecord[],
): Promise<readonly StoredId[]> {
  const alike = records.flatMap(({ data }) =>
    data.undated === true ? [repeatedEventIds(data.event_id)] : [],
  );
  if (alike.length === 0) return [];
  return tx.many<StoredId>({
    text: `with record as not materialized (
             select event_id, received_at from ${tx.schema}.event
             union all
             select event_id, received_at from ${tx.schema}.duplicate
           )
           select wanted.event_id, coalesce(
             (select received_at from record
              where event_id between wanted.from_id and wanted.to_id and event_id <> wanted.event_id
              order by event_id desc
              limit 1),
             (select received_at from record where event_id = wanted.event_id)
           ) as stored_at
           from unnest($1::uuid[], $2::uuid[], $3::uuid[]) as wanted (event_id, from_id, to_id)`,
    values: [alike.map((ids) => ids.event_id), alike.map((ids) => ids.from), alike.map((ids) => ids.to)],
  });
}

interface Standing {
  readonly epochs: readonly FeedEpoch[];
  readonly reporters: AccountReporters;
}

/** An epoch, or a reporter of an account. */
interface StandingRow {
  readonly first_offset: number | null;
  readonly base: number | null;
  readonly account_id: string | null;
  readonly reporter: string | null;
}

/** One statement, because each batch needs both. */
async function readEpochsAndReporters(tx: GenerationTx, records: readonly GameRecord[]): Promise<Standing> {
  const rows = await tx.many<StandingRow>({
    text: `select first_offset, base, null as account_id, null as reporter
           from ${tx.schema}.feed_epoch
           union all
           select null, null, account_id, reporter
           from ${tx.schema}.account_reporter
           where account_id = any ($1::text[])
           order by first_offset`,
    values: [[...new Set(records.map(({ subject }) => subject))]],
    name: `feed-epochs-and-reporters ${tx.schema}`,
  });
  return {
    epochs: rows.flatMap(({ first_offset, base }) =>
      first_offset === null || base === null ? [] : [{ first_offset, base }],
    ),
    reporters: reportersByAccount(
      rows.flatMap(({ account_id, reporter }) =>
        account_id === null || reporter === null ? [] : [{ account_id, reporter }],
      ),
    ),
  };
}

export function epochsIn(states: ReadonlyMap<string, FeedState>): FeedEpoch[] {
  return [...states.values()].flatMap((state) => (state.kind === 'epoch' ? [state.epoch] : []));
}

function epochsAmong(events: readonly FeedEvent[]): FeedEpoch[] {
  return events.flatMap((event) => (event.type === 'feed-epoch-opened' ? [epochOpenedBy(event)] : []));
}
