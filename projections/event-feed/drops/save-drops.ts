import type { GenerationTx } from '../../../shared/projection/projection.ts';
import { writeRows } from '../../../shared/projection/tables/write-rows.ts';
import type { Duplicate } from '../duplicates/find-duplicates.ts';
import { isMergedInto } from '../duplicates/merge-reports.ts';
import type { StoredEvent } from '../stored-event.ts';
import { dropItemsOf, dropOf } from './drop-of.ts';

/**
 * Saves the drops among events of the feed, which have merged the duplicates. The events are of
 * this batch, or of earlier batches: then their drops are stored, and `areNew` is false.
 */
export async function saveDrops(
  tx: GenerationTx,
  events: readonly StoredEvent[],
  duplicates: readonly Duplicate[],
  { areNew }: { readonly areNew: boolean },
): Promise<void> {
  const bySeq = Map.groupBy(duplicates, ({ seq }) => seq);
  const drops = events.flatMap((event) => {
    const drop = dropOf(event);
    return drop === null ? [] : [{ event, drop }];
  });
  if (drops.length === 0) return;
  const items = drops.flatMap(({ event, drop: { account_id, seq, occurred_at } }) => {
    const records = (bySeq.get(seq) ?? []).map(({ record }) => record);
    const merged = records.filter((record) => isMergedInto(event, record));
    return dropItemsOf(event, merged).map((item) => ({ account_id, seq, occurred_at, ...item }));
  });
  const isNew = () => areNew;
  await writeRows(
    tx,
    dropTable,
    drops.map(({ drop }) => drop),
    { isNew },
  );
  await writeRows(tx, itemTable, items, { isNew, onConflict: higherOfBoth });
}

const dropTable = {
  table: 'account_drop',
  columns: {
    account_id: 'text',
    seq: 'int8',
    occurred_at: 'int8',
    source_name: 'text',
    source: 'text',
    kind: 'text',
    kill_count: 'int4',
    value_gp: 'int8',
  },
  key: ['account_id', 'seq'],
} as const;

const itemTable = {
  table: 'drop_item',
  columns: {
    account_id: 'text',
    seq: 'int8',
    item_id: 'int8',
    occurred_at: 'int8',
    name: 'text',
    quantity: 'int8',
    value_gp: 'int8',
  },
  key: ['account_id', 'seq', 'item_id'],
} as const;

const higherOfBoth = `set name = coalesce(stored.name, excluded.name),
  quantity = greatest(stored.quantity, excluded.quantity), value_gp = greatest(stored.value_gp, excluded.value_gp)`;
