import { chainItems } from '../../shared/collections/chain.ts';
import type { GenerationTx } from '../../shared/projection/projection.ts';
import type { NewFeedEvent } from './duplicates/find-duplicates.ts';
import { leaveOutDuplicates } from './duplicates/leave-out-duplicates.ts';
import type { FeedState } from './fold.ts';
import { sourceNameOf } from './items-of.ts';
import { epochsIn } from './load-feed.ts';
import { saveItems } from './save-items.ts';
import type { FeedEpoch } from './sequence.ts';
import { eventColumns, type StoredEvent } from './stored-event.ts';

export async function saveFeed(tx: GenerationTx, states: ReadonlyMap<string, FeedState>): Promise<void> {
  await saveEpochs(tx, epochsIn(states));
  const fresh: NewFeedEvent[] = [];
  const reporters = new Map<string, ReadonlySet<string>>();
  for (const state of states.values()) {
    if (state.kind !== 'id' || state.fresh === null) continue;
    fresh.push(...chainItems(state.fresh));
    reporters.set(state.fresh.last.account_id, state.reporters);
  }
  const events = await leaveOutDuplicates(tx, fresh, reporters);
  await saveEvents(tx, events);
  await saveItems(tx, events);
}

async function saveEpochs(tx: GenerationTx, epochs: readonly FeedEpoch[]): Promise<void> {
  if (epochs.length === 0) return;
  await tx.run({
    text: `insert into ${tx.schema}.feed_epoch (first_offset, base)
           select * from unnest($1::bigint[], $2::bigint[])
           on conflict (first_offset) do nothing`,
    values: [epochs.map((epoch) => epoch.first_offset), epochs.map((epoch) => epoch.base)],
  });
}

const columns = eventColumns.join(', ');

const copiedColumns = {
  seq: 'int8',
  event_id: 'uuid',
  account_id: 'text',
  type: 'text',
  occurred_at: 'int8',
  received_at: 'int8',
  value_gp: 'int8',
  item_id: 'int8',
  npc_id: 'int8',
  skill: 'text',
  level: 'int8',
  tier: 'text',
  points: 'int8',
  special_world: 'bool',
  data: 'text',
  withheld: 'json',
  source_name: 'text',
} as const;

async function saveEvents(tx: GenerationTx, rows: readonly StoredEvent[]): Promise<void> {
  if (rows.length === 0) return;
  const complete = rows.map((row) => ({
    ...row,
    withheld: row.withheld ?? null,
    source_name: sourceNameOf(row),
  }));
  if (tx.copyNew !== undefined) return tx.copyNew('event', copiedColumns, complete);
  await tx.run({
    text: `insert into ${tx.schema}.event (${columns}, source_name)
           select ${columns}, source_name
           from json_populate_recordset(null::${tx.schema}.event, $1)
           order by seq
           on conflict (event_id) do nothing`,
    values: [JSON.stringify(complete)],
  });
}
