import type { QuotedSchema } from '../../../shared/postgres/quoted-schema.ts';
import type { GenerationTx } from '../../../shared/projection/projection.ts';
import { type AccessEvent, needsOf } from '../fold/evolve.ts';
import { type FieldSource, fieldOfRow, type Need } from '../fold/needs.ts';
import {
  type AccessTables,
  columnOf,
  conditionOf,
  eachTable,
  type TableName,
  tableDeclarations,
  tableKind,
  tableNames,
} from '../tables/access-tables.ts';
import { tableOf } from '../tables/table.ts';
import { selectRows } from './row-statements.ts';

/**
 * Loads the rows that the rules of these events declare: one statement per table that is needed.
 */
export async function loadTables(tx: GenerationTx, events: readonly AccessEvent[]): Promise<AccessTables> {
  const needs = combineNeeds(events.flatMap(needsOf));
  const since = events.reduce((first, { recordTime }) => Math.min(first, recordTime), Number.MAX_VALUE);
  const rows = new Map<TableName, readonly object[]>();
  for (const table of tableNames) {
    const needsOfTable = needs.filter((each) => each.table === table);
    if (needsOfTable.length > 0) rows.set(table, await selectNeeded(tx, table, needsOfTable, since));
  }
  const tables = eachTable((name) => {
    const isLoaded = (lookup: string, value: string) =>
      resolvedNeeds.some((each) => each.table === name && each.lookup === lookup && each.values.has(value));
    return tableOf(tableKind(name), rows.get(name), isLoaded);
  });
  const resolvedNeeds = needs.map((each) => ({ ...each, values: valuesIn(each, tables) }));
  return tables;
}

/** The needs of a batch with the same table, lookup and source. */
interface CombinedNeed extends Pick<Need, 'table' | 'lookup' | 'source'> {
  /** The same as `Need.value`. */
  readonly values: Set<string>;
}

function combineNeeds(needs: readonly Need[]): readonly CombinedNeed[] {
  const combined: CombinedNeed[] = [];
  for (const { table, lookup, source, value } of needs) {
    const same = combined.find(
      (each) => each.table === table && each.lookup === lookup && isSame(each.source, source),
    );
    if (same === undefined) combined.push({ table, lookup, source, values: new Set([value]) });
    else same.values.add(value);
  }
  return combined;
}

function isSame(left: FieldSource | null, right: FieldSource | null): boolean {
  return left?.table === right?.table && left?.field === right?.field;
}

function valuesIn({ source, values }: CombinedNeed, tables: AccessTables): ReadonlySet<string> {
  if (source === null) return values;
  return new Set([...values].flatMap((key) => fieldOfRow(tables, source, key) ?? []));
}

/** Leaves out conditions that no need has: they could scan the table. */
async function selectNeeded(
  tx: GenerationTx,
  table: TableName,
  needs: readonly CombinedNeed[],
  since: number,
): Promise<readonly object[]> {
  const conditions = needs.map(({ lookup, source }, index) => {
    const given = `$${index + 1}::text[]`;
    const looked = source === null ? given : selectField(tx.schema, source, given, since);
    return `(${conditionOf(table, lookup)(looked, since)})`;
  });
  return selectRows(
    tx,
    table,
    conditions.join(' or '),
    needs.map(({ values }) => [...values]),
  );
}

/** SQL of an array, which is read once. */
function selectField(
  schema: QuotedSchema,
  { table, field }: FieldSource,
  keys: string,
  since: number,
): string {
  return `array(
    select ${columnOf(table, field)}
    from ${schema}.${tableDeclarations[table].name}
    where ${conditionOf(table, 'key')(keys, since)}
  )`;
}
