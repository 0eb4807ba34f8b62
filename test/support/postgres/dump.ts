import type pg from 'pg';
import type { Database, Sql } from '../../../shared/postgres/database.ts';
import { describeSchema } from './describe-schema.ts';

// A dump is like a text of pg_dump, which does not come with npm: statements, then for each table
// `copy … from stdin;`, its rows and `\.`.

const beginOfRows = / from stdin;$/;
const endOfRows = '\\.';

export async function dumpDatabase(database: Database): Promise<string> {
  const client = await database.connect();
  try {
    await client.query('begin isolation level repeatable read read only');
    const schema = await describeSchema(database);
    const tables = await tablesOf(database);
    const parts = [schema];
    for (const { table, columns } of tables) {
      const rows = await copyOut(client, `copy ${table} (${columns}) to stdout`);
      parts.push(`copy ${table} (${columns}) from stdin;\n${rows}${endOfRows}\n`);
    }
    return parts.join('\n');
  } finally {
    await client.end();
  }
}

/** Restores a dump of `dumpDatabase` into an empty database. */
export async function restoreDatabase(database: Database, dump: string): Promise<void> {
  const client = await database.connect();
  try {
    // Tables come in the order of their names, so the triggers of foreign keys must not run.
    await client.query('begin; set local session_replication_role = replica');
    let statements: string[] = [];
    let rows: string[] | null = null;
    for (const line of dump.split('\n')) {
      if (rows === null) statements.push(line);
      if (rows === null && beginOfRows.test(line)) rows = [];
      else if (rows !== null && line === endOfRows) {
        const copy = statements.pop() ?? '';
        await client.query(statements.join('\n'));
        await copyIn(client, copy, rows.map((row) => `${row}\n`).join(''));
        [statements, rows] = [[], null];
      } else rows?.push(line);
    }
    await client.query(statements.join('\n'));
    await client.query('commit');
  } finally {
    await client.end();
  }
}

/** Drops what the database holds and restores the dump, in one transaction. */
export async function restoreInPlace(database: Database, dump: string): Promise<void> {
  const { schemas } = await database.one<{ schemas: string }>({
    text: `select string_agg(quote_ident(nspname), ', ') as schemas
           from pg_namespace
           where nspname !~ '^pg_' and nspname <> 'information_schema'`,
  });
  await restoreDatabase(database, `drop schema ${schemas} cascade;\ncreate schema public;\n${dump}`);
}

/** Only tables that hold rows themselves. */
function tablesOf(sql: Sql): Promise<{ readonly table: string; readonly columns: string }[]> {
  return sql.many({
    text: `select format('%I.%I', n.nspname, c.relname) as "table",
                  string_agg(quote_ident(a.attname), ', ' order by a.attnum) as columns
           from pg_class c
           join pg_namespace n on n.oid = c.relnamespace
           join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
           where c.relkind = 'r' and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
           group by c.oid, n.nspname, c.relname
           order by format('%I.%I', n.nspname, c.relname) collate "C"`,
  });
}

/** The connection that pg gives to a running statement; the client has no methods for COPY. */
interface Connection {
  query(text: string): void;
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
}

function copyOut(client: pg.Client, text: string): Promise<string> {
  const chunks: Buffer[] = [];
  return submit(client, text, {
    handleCopyData: ({ chunk }: { readonly chunk: Buffer }) => void chunks.push(Buffer.from(chunk)),
  }).then(() => Buffer.concat(chunks).toString());
}

function copyIn(client: pg.Client, text: string, rows: string): Promise<void> {
  return submit(client, text, {
    handleCopyInResponse: (connection: Connection) => {
      connection.sendCopyFromChunk(Buffer.from(rows));
      connection.endCopyFrom();
    },
  });
}

function submit(client: pg.Client, text: string, handlers: object): Promise<void> {
  return new Promise((resolve, reject) => {
    client.query({
      submit: (connection: unknown) => (connection as Connection).query(text),
      handleCommandComplete: () => {},
      handleError: (error: Error) => reject(error),
      handleReadyForQuery: () => resolve(),
      ...handlers,
    });
  });
}
