import { chainItems } from '../../shared/collections/chain.ts';
import { unknownSubjects } from '../../shared/projection/copy-newer-rows.ts';
import type { GenerationTx } from '../../shared/projection/projection.ts';
import { type EquipmentHistoryEvent, initialWorn, type WornState } from './fold.ts';
import { itemsOfRow, type StoredItems, storedItems } from './stored-items.ts';

export async function loadWorn(
  tx: GenerationTx,
  events: readonly EquipmentHistoryEvent[],
  known: ReadonlyMap<string, WornState>,
): Promise<ReadonlyMap<string, WornState>> {
  const accounts = unknownSubjects(events, known);
  if (accounts.length === 0) return new Map();
  const rows = await tx.many<{ account_id: string; items: StoredItems }>({
    text: `select newest.account_id, newest.items
           from unnest($1::text[]) as wanted(account_id)
           cross join lateral (
             select change.account_id, change.items
             from ${tx.schema}.change
             where change.account_id = wanted.account_id
             order by changed_at desc, "offset" desc
             limit 1
           ) newest`,
    values: [accounts],
  });
  return new Map(rows.map((row) => [row.account_id, { ...initialWorn, worn: itemsOfRow(row.items) }]));
}

const changeColumns = { account_id: 'text', changed_at: 'int8', offset: 'int8', items: 'json' } as const;

export async function saveWorn(tx: GenerationTx, states: ReadonlyMap<string, WornState>): Promise<void> {
  const rows = [...states.values()].flatMap((state) =>
    chainItems(state.changes).map((change) => ({ ...change, items: storedItems(change.items) })),
  );
  if (tx.copyNew !== undefined) return tx.copyNew('change', changeColumns, rows);
  await tx.run({
    text: `insert into ${tx.schema}.change (account_id, changed_at, "offset", items)
           select account_id, changed_at, "offset", items
           from json_to_recordset($1)
             as row(account_id text, changed_at bigint, "offset" bigint, items json)`,
    values: [JSON.stringify(rows)],
  });
}
