import type { GenerationTx } from '../../../shared/projection/projection.ts';
import { sourceNameOf } from '../items-of.ts';
import { saveItems } from '../save-items.ts';
import type { StoredEvent } from '../stored-event.ts';
import type { Duplicate, NewFeedEvent } from './find-duplicates.ts';
import { mergeReport } from './merge-reports.ts';

export interface MergedEvents {
  readonly events: readonly NewFeedEvent[];
  /** Events of earlier batches that have a duplicate in the batch. */
  readonly earlier: readonly StoredEvent[];
}

/** Merges duplicates into their events, in the batch or stored. */
export async function addReports(
  tx: GenerationTx,
  events: readonly NewFeedEvent[],
  duplicates: readonly Duplicate[],
): Promise<MergedEvents> {
  if (duplicates.length === 0) return { events, earlier: [] };
  const bySeq = Map.groupBy(duplicates, ({ seq }) => seq);
  const added = new Set(events.map(({ seq }) => seq));
  const stored = await readEvents(
    tx,
    [...bySeq.keys()].filter((seq) => !added.has(seq)),
  );
  const earlier = stored.map((event) => withReports(event, bySeq));
  await saveChanged(
    tx,
    earlier.filter((event, index) => event !== stored[index]),
  );
  return { events: events.map((event) => withReports(event, bySeq)), earlier };
}

function withReports<Event extends StoredEvent>(
  event: Event,
  bySeq: ReadonlyMap<number, readonly Duplicate[]>,
): Event {
  return (bySeq.get(event.seq) ?? []).reduce(mergeReport, event);
}

async function readEvents(tx: GenerationTx, seqs: readonly number[]): Promise<readonly StoredEvent[]> {
  if (seqs.length === 0) return [];
  return tx.many<StoredEvent>({
    text: `select * from ${tx.schema}.event where seq = any ($1::bigint[])`,
    values: [seqs],
  });
}

async function saveChanged(tx: GenerationTx, changed: readonly StoredEvent[]): Promise<void> {
  if (changed.length === 0) return;
  await tx.run({
    text: `update ${tx.schema}.event e
           set type = n.type, value_gp = n.value_gp, item_id = n.item_id, npc_id = n.npc_id, tier = n.tier,
             data = n.data, withheld = n.withheld, source_name = n.source_name
           from json_populate_recordset(null::${tx.schema}.event, $1) n
           where e.seq = n.seq`,
    values: [JSON.stringify(changed.map((event) => ({ ...event, source_name: sourceNameOf(event) })))],
  });
  await saveItems(tx, changed);
}
