import type { GameEvent } from '../../shared/events/game-event-recorded.ts';
import type { GenerationTx } from '../../shared/projection/projection.ts';
import { type AlikeIds, alikeIds } from './alike-events.ts';
import { epochOpenedBy, type FeedEvent, type FeedState, type FoldedId, nothingKnown } from './fold.ts';
import type { FeedEpoch } from './sequence.ts';

/** The states of these events: what is stored under their ids, with the epochs that there are. */
export async function loadFeed(
  tx: GenerationTx,
  events: readonly FeedEvent[],
  known: ReadonlyMap<string, FeedState>,
): Promise<ReadonlyMap<string, FeedState>> {
  const epochs = [...(await readEpochs(tx)), ...epochsIn(known), ...epochsAmong(events)];
  const recorded = events.flatMap((event) => (event.type === 'game-event-recorded' ? [event.data] : []));
  const unread = recorded.filter(({ event_id: id }) => knownId(known, id)?.storedAt == null);
  const storedAt = await readStoredAt(tx, unread);
  const fresh: FoldedId = { ...nothingKnown, epochs };
  const states = new Map<string, FeedState>();
  for (const { event_id: id } of unread) {
    const at = storedAt.get(id) ?? null;
    states.set(id, at === null ? fresh : { ...fresh, storedAt: at });
  }
  for (const { event_id: id, undated } of recorded) {
    const state = knownId(known, id);
    // It may happen again, in an epoch that was opened since.
    if (undated === true && state?.storedAt != null) states.set(id, { ...state, epochs });
  }
  return states;
}

function knownId(known: ReadonlyMap<string, FeedState>, id: string): FoldedId | null {
  const state = known.get(id);
  return state?.kind === 'id' ? state : null;
}

interface StoredId {
  readonly event_id: string;
  /** Record time of the newest event under the id, epoch ms; null where there is none. */
  readonly stored_at: number | null;
}

/** When the newest event under each of these ids was stored, by the log's clock, as far as there is one. */
async function readStoredAt(
  tx: GenerationTx,
  events: readonly GameEvent[],
): Promise<ReadonlyMap<string, number | null>> {
  const alike = events.filter(({ undated }) => undated === true).map(({ event_id: id }) => alikeIds(id));
  const rows = await tx.many<StoredId>({
    text: `select event_id, received_at as stored_at
           from ${tx.schema}.event
           where event_id = any ($1::uuid[])`,
    values: [events.map(({ event_id: id }) => id)],
  });
  if (alike.length > 0) rows.push(...(await readNewestAlike(tx, alike)));
  return new Map(rows.map(({ event_id: id, stored_at }) => [id, stored_at]));
}

/** Of events that happened again the newest, which has the highest id but for the first of all; else that one. */
async function readNewestAlike(tx: GenerationTx, alike: readonly AlikeIds[]): Promise<readonly StoredId[]> {
  return tx.many<StoredId>({
    text: `select wanted.event_id, coalesce(
             (select received_at from ${tx.schema}.event
              where event_id between wanted.from_id and wanted.to_id and event_id <> wanted.event_id
              order by event_id desc
              limit 1),
             (select received_at from ${tx.schema}.event where event_id = wanted.event_id)
           ) as stored_at
           from unnest($1::uuid[], $2::uuid[], $3::uuid[]) as wanted (event_id, from_id, to_id)`,
    values: [alike.map((ids) => ids.event_id), alike.map((ids) => ids.from), alike.map((ids) => ids.to)],
  });
}

export function epochsIn(states: ReadonlyMap<string, FeedState>): FeedEpoch[] {
  return [...states.values()].flatMap((state) => (state.kind === 'epoch' ? [state.epoch] : []));
}

/** The epochs that were opened, by offset. */
function readEpochs(tx: GenerationTx): Promise<FeedEpoch[]> {
  return tx.many<FeedEpoch>({
    text: `select first_offset, base
           from ${tx.schema}.feed_epoch
           order by first_offset`,
  });
}

function epochsAmong(events: readonly FeedEvent[]): FeedEpoch[] {
  return events.flatMap((event) => (event.type === 'feed-epoch-opened' ? [epochOpenedBy(event)] : []));
}
