import type { Tx } from '../../../postgres/database.ts';
import type { QuotedSchema } from '../../../postgres/quoted-schema.ts';
import {
  type ComparedTable,
  comparedTables,
  digestOf,
  digestTable,
  type GenerationDigest,
  type TableDigest,
} from '../../generations/generation-digest.ts';
import type { Projection } from '../../projection.ts';

/** Null for a generation without a row with this key. */
export interface RowDifference {
  readonly table: string;
  readonly key: Readonly<Record<string, unknown>>;
  readonly live: Readonly<Record<string, unknown>> | null;
  readonly candidate: Readonly<Record<string, unknown>> | null;
}

/**
 * `rows`: how many rows differ. Columns that only one generation has are listed, but not compared.
 */
export interface TableDifference {
  readonly table: string;
  readonly rows: number;
  readonly columns: readonly OneSidedColumn[];
}

/** `rows`: the number of rows in which the column is not null. */
export interface OneSidedColumn {
  readonly column: string;
  readonly side: 'live' | 'candidate';
  readonly rows: number;
}

export interface Comparison {
  readonly live: GenerationDigest;
  readonly candidate: GenerationDigest;
  readonly tables: readonly TableDifference[];
  /** At most 20 for each table, by key. */
  readonly differences: readonly RowDifference[];
}

export interface Compared {
  readonly projection: Projection;
  readonly liveSchema: QuotedSchema;
  readonly candidateSchema: QuotedSchema;
  /** SQL conditions by table for the rows that are compared; all rows without a condition. */
  readonly conditions: ReadonlyMap<string, string>;
}

const shownPerTable = 20;

/** Compares all tables on the transaction's snapshot, by the columns that both generations have. */
export async function compareTables(tx: Tx, compared: Compared): Promise<Comparison> {
  const digests = { live: [] as TableDigest[], candidate: [] as TableDigest[] };
  const tables: TableDifference[] = [];
  const differences: RowDifference[] = [];
  for (const pair of await pairTables(tx, compared)) {
    const columns = [
      ...(await countOnlyIn(tx, pair.live, pair.candidate)),
      ...(await countOnlyIn(tx, pair.candidate, pair.live)),
    ];
    const rows = await compareRows(tx, pair);
    if (rows !== null) {
      digests.live.push(rows.live);
      digests.candidate.push(rows.candidate);
      differences.push(...rows.shown);
    }
    const isEqual = rows?.areEqual === true && columns.length === 0;
    if (!isEqual) tables.push({ table: pair.name, rows: rows?.differing ?? 0, columns });
  }
  return { live: digestOf(digests.live), candidate: digestOf(digests.candidate), tables, differences };
}

interface TablePair {
  readonly name: string;
  readonly live: TableOf;
  readonly candidate: TableOf;
}

interface TableOf {
  readonly side: OneSidedColumn['side'];
  readonly schema: QuotedSchema;
  readonly table: ComparedTable | undefined;
  readonly where: string | null;
}

async function pairTables(
  tx: Tx,
  { projection, liveSchema, candidateSchema, conditions }: Compared,
): Promise<TablePair[]> {
  const live = await comparedTables(tx, { projection, schema: liveSchema });
  const candidate = await comparedTables(tx, { projection, schema: candidateSchema });
  const names = new Set([...live, ...candidate].map(({ name }) => name));
  return Array.from(names, (name) => {
    const where = conditions.get(name) ?? null;
    const named = (tables: readonly ComparedTable[]) => tables.find((table) => table.name === name);
    return {
      name,
      live: { side: 'live', schema: liveSchema, table: named(live), where },
      candidate: { side: 'candidate', schema: candidateSchema, table: named(candidate), where },
    };
  });
}

async function countOnlyIn(
  tx: Tx,
  { side, schema, table, where }: TableOf,
  other: TableOf,
): Promise<OneSidedColumn[]> {
  const columns = table?.columns.filter((column) => other.table?.columns.includes(column) !== true) ?? [];
  if (table === undefined || columns.length === 0) return [];
  const counts = await tx.one<{ rows: number[] }>({
    text: `select array[${columns.map((column) => `count(${column})::int`).join(', ')}] as rows
           from ${schema}."${table.name}"
           where ${where ?? 'true'}`,
  });
  return columns.map((column, index) => ({ column, side, rows: counts.rows[index] ?? 0 }));
}

interface ComparedRows {
  readonly live: TableDigest;
  readonly candidate: TableDigest;
  readonly areEqual: boolean;
  /** All rows that differ; `shown` has the first of them. */
  readonly differing: number;
  readonly shown: readonly RowDifference[];
}

/** Null if a generation has no such table. */
async function compareRows(tx: Tx, { live, candidate }: TablePair): Promise<ComparedRows | null> {
  if (live.table === undefined || candidate.table === undefined) return null;
  const common = commonOf(live.table, candidate.table);
  const inLive = await digestTable(tx, live.schema, common, live.where);
  const inCandidate = await digestTable(tx, candidate.schema, common, candidate.where);
  const areEqual = inLive.digest === inCandidate.digest && inLive.rows === inCandidate.rows;
  const found = areEqual ? { differing: 0, shown: [] } : await findDiffering(tx, common, live, candidate);
  return { live: inLive, candidate: inCandidate, areEqual, ...found };
}

function commonOf(live: ComparedTable, candidate: ComparedTable): ComparedTable {
  return { ...candidate, columns: candidate.columns.filter((column) => live.columns.includes(column)) };
}

/** Rows are compared as text, because columns of type json cannot be compared. */
async function findDiffering(
  tx: Tx,
  { name, columns, key }: ComparedTable,
  live: TableOf,
  candidate: TableOf,
): Promise<Pick<ComparedRows, 'differing' | 'shown'>> {
  const rowsOf = ({ schema, where }: TableOf) => `
    select ${key.join(', ')}, row(${columns.join(', ')})::text as whole,
           (select to_json(picked) from (select ${columns.map((column) => `t.${column}`).join(', ')}) as picked) as shown
    from ${schema}."${name}" as t
    where ${where ?? 'true'}`;
  const rows = await tx.many<Found>({
    text: `select json_build_object(${key.map((column) => `${literal(column)}, ${column}`).join(', ')}) as key,
                  l.shown as live, c.shown as candidate, count(*) over () as count
           from (${rowsOf(live)}) as l
           full join (${rowsOf(candidate)}) as c using (${key.join(', ')})
           where l.whole is distinct from c.whole
           order by ${key.join(', ')}
           limit ${shownPerTable}`,
  });
  return {
    differing: rows[0]?.count ?? 0,
    shown: rows.map(({ key, live, candidate }) => ({ table: name, key, live, candidate })),
  };
}

type Found = Pick<RowDifference, 'key' | 'live' | 'candidate'> & { readonly count: number };

/** A quoted column's name as a string of SQL. */
function literal(column: string): string {
  return `'${column.replace(/^"|"$/g, '').replaceAll('""', '"').replaceAll("'", "''")}'`;
}
