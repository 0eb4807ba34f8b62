import type { GenerationTx } from '../../../shared/projection/projection.ts';
import type { Table } from '../fold/table.ts';
import type { AccessTables } from '../fold/tables.ts';
import { accountTable, identityTable } from './accounts.ts';
import { decommissionTable } from './decommission.ts';
import { deviceTable, pairingCodeTable } from './devices.ts';
import { erasedTable } from './erased.ts';
import { keyTable } from './keys.ts';
import { memberTable } from './members.ts';
import { parkedDecisionTable } from './parked-decisions.ts';
import { deleteRows, type StoredTable, upsertRows } from './stored-table.ts';
import { verdictTable } from './verdicts.ts';

/** Writes the rows in which `after` differs from `before`, and deletes those that it lacks, one statement per table. */
export async function saveTables(tx: GenerationTx, before: AccessTables, after: AccessTables): Promise<void> {
  await save(tx, memberTable, before.members, after.members);
  await save(tx, pairingCodeTable, before.pairingCodes, after.pairingCodes);
  await save(tx, deviceTable, before.devices, after.devices);
  await save(tx, accountTable, before.accounts, after.accounts);
  await save(tx, identityTable, before.identities, after.identities);
  await save(tx, keyTable, before.keys, after.keys);
  await save(tx, decommissionTable, before.decommission, after.decommission);
  await save(tx, verdictTable, before.verdicts, after.verdicts);
  await save(tx, erasedTable, before.erased, after.erased);
  await save(tx, parkedDecisionTable, before.parkedDecisions, after.parkedDecisions);
}

async function save<Row extends { readonly lastOffset: number }, Stored extends object>(
  tx: GenerationTx,
  table: StoredTable<Row, Stored>,
  before: Table<Row>,
  after: Table<Row>,
): Promise<void> {
  if (before === after) return;
  await deleteRows(
    tx,
    table,
    [...before.entries()].filter(([key]) => after.get(key) === undefined),
  );
  const changed = [...after.entries()].filter(([key, row]) => before.get(key) !== row);
  await upsertRows(tx, table, changed);
}
