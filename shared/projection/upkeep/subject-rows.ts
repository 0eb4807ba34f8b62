import type { Database, Tx } from '../../postgres/database.ts';
import { quoted } from '../../postgres/quoted-schema.ts';
import { findOwnLive, type ReadShapes } from '../generations/generations.ts';

const rowsAtOnce = 500;

/**
 * Reads all rows of an account in the live tables. `take` gets JSON texts, at most 500 at once.
 * Reading holds a connection until `take` resolves.
 * @throws the error of `take`
 */
export async function readSubjectRows(
  database: Database,
  { projection, accountId }: { readonly projection: ReadShapes; readonly accountId: string },
  take: (table: string, rows: readonly string[]) => Promise<void>,
): Promise<void> {
  const live = await findOwnLive(database, projection);
  if (live === null) return;
  const tables = await database.many<{ table: string }>({
    text: `select table_name as table
           from information_schema.columns
           where table_schema = $1 and column_name = 'account_id'
           order by table_name`,
    values: [live.schema.replaceAll('"', '')],
  });
  for (const { table } of tables) {
    await database.transaction(
      (tx) => readTable(tx, `${live.schema}.${quoted(table)}`, accountId, (rows) => take(table, rows)),
      { isolation: 'repeatable read', readOnly: true },
    );
  }
}

async function readTable(
  tx: Tx,
  table: string,
  accountId: string,
  take: (rows: readonly string[]) => Promise<void>,
): Promise<void> {
  // Above the 30 s after which a client that takes nothing is given up.
  await tx.run({ text: `set local idle_in_transaction_session_timeout = '35s'` });
  await tx.run({
    text: `declare subject_rows no scroll cursor for select to_json(t)::text as row from ${table} t where account_id = $1`,
    values: [accountId],
  });
  for (;;) {
    const rows = await tx.many<{ row: string }>({ text: `fetch ${rowsAtOnce} from subject_rows` });
    await take(rows.map(({ row }) => row));
    if (rows.length < rowsAtOnce) return;
  }
}
