import type { Tx } from '../../../postgres/database.ts';
import {
  type ComparedTable,
  comparedTables,
  digestOf,
  digestTable,
  type GenerationDigest,
} from '../../generations/generation-digest.ts';
import type { Projection } from '../../projection.ts';

/** A row that differs between the two generations; null for one that has no row with this key. */
export interface RowDifference {
  readonly table: string;
  readonly key: Readonly<Record<string, unknown>>;
  readonly live: Readonly<Record<string, unknown>> | null;
  readonly candidate: Readonly<Record<string, unknown>> | null;
}

/** In how many rows of a table the two differ. Columns that only one of them has are listed, but not compared. */
export interface TableDifference {
  readonly table: string;
  readonly rows: number;
  readonly columns: readonly OneSidedColumn[];
}

/** `rows`: in how many rows it is not null. */
export interface OneSidedColumn {
  readonly column: string;
  readonly side: 'live' | 'candidate';
  readonly rows: number;
}

export interface Comparison {
  readonly live: GenerationDigest;
  readonly candidate: GenerationDigest;
  readonly tables: readonly TableDifference[];
  /** The first ones by table and key. */
  readonly differences: readonly RowDifference[];
}

export interface Compared {
  readonly projection: Projection;
  readonly liveSchema: string;
  readonly candidateSchema: string;
  /** By table, SQL of the rows that are compared; all of them where there is none. */
  readonly conditions: ReadonlyMap<string, string>;
}

const shownPerTable = 20;

/** Compares all tables on the transaction's snapshot, by the columns that both have. */
export async function compareTables(tx: Tx, compared: Compared): Promise<Comparison> {
  const { projection, liveSchema, candidateSchema, conditions } = compared;
  const live = await comparedTables(tx, { projection, schema: liveSchema });
  const candidate = await comparedTables(tx, { projection, schema: candidateSchema });
  const digests = { live: [] as TableDigests, candidate: [] as TableDigests };
  const tables: TableDifference[] = [];
  const differences: RowDifference[] = [];
  for (const name of new Set([...live, ...candidate].map((table) => table.name))) {
    const left = live.find((table) => table.name === name);
    const right = candidate.find((table) => table.name === name);
    const where = conditions.get(name) ?? null;
    const columns = [
      ...(await countOnlyIn(tx, 'live', liveSchema, left, right, where)),
      ...(await countOnlyIn(tx, 'candidate', candidateSchema, right, left, where)),
    ];
    if (left === undefined || right === undefined) {
      tables.push({ table: name, rows: 0, columns });
      continue;
    }
    const common = commonOf(left, right);
    const inLive = await digestTable(tx, liveSchema, common, where);
    const inCandidate = await digestTable(tx, candidateSchema, common, where);
    digests.live.push(inLive);
    digests.candidate.push(inCandidate);
    if (inLive.digest === inCandidate.digest && inLive.rows === inCandidate.rows) {
      if (columns.length > 0) tables.push({ table: name, rows: 0, columns });
      continue;
    }
    const found = await differingRows(tx, compared, common, where);
    tables.push({ table: name, rows: found.count, columns });
    differences.push(...found.rows);
  }
  return { live: digestOf(digests.live), candidate: digestOf(digests.candidate), tables, differences };
}

type TableDigests = Awaited<ReturnType<typeof digestTable>>[];

function commonOf(left: ComparedTable, right: ComparedTable): ComparedTable {
  return { ...right, columns: right.columns.filter((column) => left.columns.includes(column)) };
}

/** The columns of a table that the other one lacks; all of them if there is no other table. */
async function countOnlyIn(
  tx: Tx,
  side: OneSidedColumn['side'],
  schema: string,
  table: ComparedTable | undefined,
  other: ComparedTable | undefined,
  where: string | null,
): Promise<OneSidedColumn[]> {
  const columns = table?.columns.filter((column) => other?.columns.includes(column) !== true) ?? [];
  if (table === undefined || columns.length === 0) return [];
  const counts = await tx.one<{ rows: number[] }>({
    text: `select array[${columns.map((column) => `count(${column})::int`).join(', ')}] as rows
           from ${schema}."${table.name}"
           where ${where ?? 'true'}`,
  });
  return columns.map((column, index) => ({ column, side, rows: counts.rows[index] ?? 0 }));
}

/** Rows are compared as text, because columns of type json cannot be compared. */
async function differingRows(
  tx: Tx,
  { liveSchema, candidateSchema }: Compared,
  { name, columns, key }: ComparedTable,
  where: string | null,
): Promise<{ count: number; rows: RowDifference[] }> {
  const side = (schema: string) => `
    select ${key.join(', ')}, row(${columns.join(', ')})::text as whole,
           (select to_json(picked) from (select ${columns.map((column) => `t.${column}`).join(', ')}) as picked) as shown
    from ${schema}."${name}" as t
    where ${where ?? 'true'}`;
  const rows = await tx.many<Found>({
    text: `select json_build_object(${key.map((column) => `${literal(column)}, ${column}`).join(', ')}) as key,
                  l.shown as live, c.shown as candidate, count(*) over () as count
           from (${side(liveSchema)}) as l
           full join (${side(candidateSchema)}) as c using (${key.join(', ')})
           where l.whole is distinct from c.whole
           order by ${key.join(', ')}
           limit ${shownPerTable}`,
  });
  return {
    count: rows[0]?.count ?? 0,
    rows: rows.map(({ key, live, candidate }) => ({ table: name, key, live, candidate })),
  };
}

type Found = Pick<RowDifference, 'key' | 'live' | 'candidate'> & { readonly count: number };

/** A quoted column's name as a string of SQL. */
function literal(column: string): string {
  return `'${column.replace(/^"|"$/g, '').replaceAll('""', '"').replaceAll("'", "''")}'`;
}
