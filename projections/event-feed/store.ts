import type { GenerationTx } from '../../shared/projection/projection.ts';
import type { FeedEvent, FeedRow, FeedState } from './fold.ts';

/** Which of the events are stored already. */
export async function loadStored(
  tx: GenerationTx,
  events: readonly FeedEvent[],
): Promise<ReadonlyMap<string, FeedState>> {
  const rows = await tx.many<{ event_id: string }>({
    text: `select event_id
           from ${tx.schema}.event
           where event_id = any ($1::uuid[])`,
    values: [events.map((event) => event.data.event_id)],
  });
  return new Map(rows.map((row) => [row.event_id, 'stored']));
}

/**
 * `stored_at` starts the 10 s after which an event is served, so it is the database clock at the insert. What a rebuild
 * writes was served long ago: there it is the record time, or a promoted feed would be empty for 10 s.
 */
export async function saveEvents(tx: GenerationTx, states: ReadonlyMap<string, FeedState>): Promise<void> {
  const rows = [...states.values()].filter((state): state is FeedRow => state !== null && state !== 'stored');
  await tx.run({
    text: `insert into ${tx.schema}.event
             (seq, event_id, account_id, type, occurred_at, received_at, stored_at, value_gp, item_id, npc_id, skill,
              level, tier, points, special_world, data)
           select seq, event_id, account_id, type, occurred_at, received_at,
             case when exists (select from projection.generation where schema_name = $2 and state = 'live')
               then floor(extract(epoch from clock_timestamp()) * 1000)::bigint
               else received_at
             end,
             value_gp, item_id, npc_id, skill, level, tier, points, special_world, data
           from json_to_recordset($1) as row(seq bigint, event_id uuid, account_id text, type text,
             occurred_at bigint, received_at bigint, value_gp bigint, item_id bigint, npc_id bigint, skill text,
             level bigint, tier text, points bigint, special_world boolean, data text)
           order by seq
           on conflict (event_id) do nothing`,
    values: [JSON.stringify(rows), tx.schema.replaceAll('"', '')],
  });
}
