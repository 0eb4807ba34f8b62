import { chainItems } from '../../shared/collections/chain.ts';
import type { GenerationTx } from '../../shared/projection/projection.ts';
import { writeRows } from '../../shared/projection/tables/write-rows.ts';
import { saveDrops } from './drops/save-drops.ts';
import type { NewFeedEvent } from './duplicates/find-duplicates.ts';
import { leaveOutDuplicates } from './duplicates/leave-out-duplicates.ts';
import type { FeedState } from './fold.ts';
import { sourceNameOf } from './items-of.ts';
import { epochsIn } from './load-feed.ts';
import { saveItems } from './save-items.ts';
import type { StoredEvent } from './stored-event.ts';

export async function saveFeed(tx: GenerationTx, states: ReadonlyMap<string, FeedState>): Promise<void> {
  await writeRows(tx, epochTable, epochsIn(states), { onConflict: 'keep' });
  const fresh: NewFeedEvent[] = [];
  const reporters = new Map<string, ReadonlySet<string>>();
  for (const state of states.values()) {
    if (state.kind !== 'id' || state.fresh === null) continue;
    fresh.push(...chainItems(state.fresh));
    reporters.set(state.fresh.last.account_id, state.reporters);
  }
  const { events, earlier, duplicates } = await leaveOutDuplicates(tx, fresh, reporters);
  await saveEvents(tx, events);
  await saveItems(tx, events);
  await saveDrops(tx, events, duplicates, { areNew: true });
  await saveDrops(tx, earlier, duplicates, { areNew: false });
}

const epochTable = {
  table: 'feed_epoch',
  columns: { first_offset: 'int8', base: 'int8' },
  key: ['first_offset'],
} as const;

const eventTable = {
  table: 'event',
  columns: {
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
  },
  key: ['event_id'],
} as const;

async function saveEvents(tx: GenerationTx, rows: readonly StoredEvent[]): Promise<void> {
  const complete = rows
    .map((row) => ({ ...row, withheld: row.withheld ?? null, source_name: sourceNameOf(row) }))
    .sort((left, right) => left.seq - right.seq);
  await writeRows(tx, eventTable, complete, { onConflict: 'keep', isNew: () => true });
}
