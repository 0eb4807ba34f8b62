import type { GenerationTx } from '../../../shared/projection/projection.ts';
import { type AccessTables, type RowOf, type TableName, tableNames } from '../tables/access-tables.ts';
import type { TableChanges } from '../tables/table.ts';
import { deleteRows, upsertRows } from './row-statements.ts';

/** At most two statements per table. */
export async function saveTables(tx: GenerationTx, before: AccessTables, after: AccessTables): Promise<void> {
  for (const name of tableNames) {
    if (after[name] !== before[name]) await saveChanges(tx, name, before, after);
  }
}

async function saveChanges<Name extends TableName>(
  tx: GenerationTx,
  name: Name,
  before: AccessTables,
  after: AccessTables,
): Promise<void> {
  const changes = after[name].changesSince(before[name] as never) as TableChanges<RowOf<Name>>;
  await deleteRows(tx, name, changes.removed);
  await upsertRows(tx, name, changes.written);
}
