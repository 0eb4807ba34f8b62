import { inKeyOrder } from '../../shared/projection/copy-newer-rows.ts';
import type { GenerationTx } from '../../shared/projection/projection.ts';
import { jsonColumn, keyedTable, type TableRow } from '../../shared/projection/tables/keyed-table.ts';
import { readKeyed, saveRows } from '../../shared/projection/tables/table-statements.ts';

/** `member_id` is the member whose shared storage it is, and empty for other storages. */
const key = { storage: 'text', member_id: 'text' } as const;
/** `items` are id, quantity, id, quantity and so on, in the order of the plugin. */
export const storageTable = keyedTable({
  key,
  columns: { updated_at: 'int8', items: jsonColumn<readonly number[]>() },
});
/** The same items, each once, to find the holders of an item. */
export const storedItemTable = keyedTable({
  key: { ...key, item_id: 'int4' },
  columns: { quantity: 'int8' },
});

type Content = Pick<TableRow<typeof storageTable>, 'updated_at' | 'items'>;
export interface Storage {
  readonly key: string;
  /** As the table has it. */
  readonly stored: Content | null;
  readonly reported: Content | null;
}

export async function loadStorages(
  tx: GenerationTx,
  keys: readonly string[],
): Promise<ReadonlyMap<string, Storage>> {
  const rows = await readKeyed(tx, 'storage', storageTable, keys.map(placeOf));
  const states = Array.from(rows, ([account_id, ofAccount]) =>
    (ofAccount as TableRow<typeof storageTable>[]).map(({ storage, member_id, ...stored }) => {
      const key = `${account_id}/${storage}/${member_id}`;
      return [key, { key, stored, reported: null }] as const;
    }),
  );
  return new Map(states.flat());
}

/** Writes only items whose quantity changed, because a bank has hundreds. */
export async function saveStorages(tx: GenerationTx, states: ReadonlyMap<string, Storage>): Promise<void> {
  const erased = await erasedAccounts(tx, [...states.keys()]);
  const changed = inKeyOrder(states).flatMap(([key, { stored, reported }]) => {
    const place = placeOf(key);
    return reported === null || erased.has(place.account_id) ? [] : { place, stored, reported };
  });
  const storages = changed.map(({ place, stored, reported }) => {
    return { row: { ...place, ...reported }, isNew: stored === null };
  });
  await saveRows(tx, 'storage', storageTable, storages);
  const items = changed.flatMap(({ place, stored, reported }) => {
    const before = quantitiesOf(stored?.items ?? []);
    const after = quantitiesOf(reported.items);
    return [...new Set([...before.keys(), ...after.keys()])]
      .filter((id) => before.get(id) !== after.get(id))
      .map((item_id) => {
        return { row: { ...place, item_id, quantity: after.get(item_id) ?? 0 }, isNew: !before.has(item_id) };
      });
  });
  await saveRows(
    tx,
    'stored_item',
    storedItemTable,
    items.filter(({ row }) => row.quantity > 0),
  );
  await deleteItems(
    tx,
    items.filter(({ row }) => row.quantity === 0).map(({ row }) => row),
  );
}

/** The engine leaves out records of an erased subject. A shared storage also names an account. */
async function erasedAccounts(tx: GenerationTx, keys: readonly string[]): Promise<ReadonlySet<string>> {
  const named = keys.filter((key) => !key.endsWith('/')).map((key) => placeOf(key).account_id);
  if (named.length === 0) return new Set();
  const rows = await tx.many<{ subject: string }>({
    text: 'select subject from projection.erased where subject = any($1::text[])',
    values: [named],
  });
  return new Set(rows.map(({ subject }) => subject));
}

function placeOf(key: string) {
  const [account_id = '', storage = '', member_id = ''] = key.split('/');
  return { account_id, storage, member_id };
}

/** A plugin may send an item twice. */
function quantitiesOf(items: readonly number[]): ReadonlyMap<number, number> {
  const quantities = new Map<number, number>();
  for (let index = 0; index < items.length; index += 2) {
    const [id = 0, quantity = 0] = items.slice(index, index + 2);
    quantities.set(id, (quantities.get(id) ?? 0) + quantity);
  }
  return quantities;
}

async function deleteItems(tx: GenerationTx, rows: readonly object[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.run({
    name: `delete-stored-items ${tx.schema}`,
    text: `delete from ${tx.schema}.stored_item as stored
           using json_to_recordset($1) as gone (account_id text, storage text, member_id text, item_id integer)
           where (stored.account_id, stored.storage, stored.member_id, stored.item_id)
               = (gone.account_id, gone.storage, gone.member_id, gone.item_id)`,
    values: [JSON.stringify(rows)],
  });
}
