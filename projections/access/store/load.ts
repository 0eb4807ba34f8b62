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
 * The stored rows that the rules of these events may read, by the declaration of each rule. One
 * statement per table, and no statement for a table that no rule needs.
 */
export async function loadTables(tx: GenerationTx, events: readonly AccessEvent[]): Promise<AccessTables> {
  const questions = questionsOf(events.flatMap(needsOf));
  const since = events.reduce((first, { recordTime }) => Math.min(first, recordTime), Number.MAX_VALUE);
  const rows = new Map<TableName, readonly object[]>();
  for (const table of tableNames) {
    const asked = questions.filter((question) => question.table === table);
    if (asked.length > 0) rows.set(table, await selectAsked(tx, table, asked, since));
  }
  const tables = eachTable((name) => {
    const isLoaded = (lookup: string, value: string) =>
      answered.some((each) => each.table === name && each.lookup === lookup && each.values.has(value));
    return tableOf(tableKind(name), rows.get(name), isLoaded);
  });
  const answered = questions.map((question) => ({ ...question, values: valuesIn(question, tables) }));
  return tables;
}

/**
 * The rows of a table that a batch needs by one lookup: all rows that the lookup finds under any of
 * the values.
 */
interface Question extends Pick<Need, 'table' | 'lookup' | 'source'> {
  /** As in a need: values, or the keys of the rows that contain the values. */
  readonly values: Set<string>;
}

function questionsOf(needs: readonly Need[]): readonly Question[] {
  const questions: Question[] = [];
  for (const { table, lookup, source, value } of needs) {
    const same = questions.find(
      (each) => each.table === table && each.lookup === lookup && isSame(each.source, source),
    );
    if (same === undefined) questions.push({ table, lookup, source, values: new Set([value]) });
    else same.values.add(value);
  }
  return questions;
}

function isSame(left: FieldSource | null, right: FieldSource | null): boolean {
  return left?.table === right?.table && left?.field === right?.field;
}

/** The values that were looked up. */
function valuesIn({ source, values }: Question, tables: AccessTables): ReadonlySet<string> {
  if (source === null) return values;
  return new Set([...values].flatMap((key) => fieldOfRow(tables, source, key) ?? []));
}

/**
 * The rows that answer all questions to a table. A condition that nothing asks for is left out: it
 * could scan the table.
 */
async function selectAsked(
  tx: GenerationTx,
  table: TableName,
  questions: readonly Question[],
  since: number,
): Promise<readonly object[]> {
  const conditions = questions.map(({ lookup, source }, index) => {
    const given = `$${index + 1}::text[]`;
    const looked = source === null ? given : selectField(tx.schema, source, given, since);
    return `(${conditionOf(table, lookup)(looked, since)})`;
  });
  return selectRows(
    tx,
    table,
    conditions.join(' or '),
    questions.map(({ values }) => [...values]),
  );
}

/** The values in a field of the rows with these keys, as an array that is read once. */
function selectField(schema: string, { table, field }: FieldSource, keys: string, since: number): string {
  return `array(
    select ${columnOf(table, field)}
    from ${schema}.${tableDeclarations[table].name}
    where ${conditionOf(table, 'key')(keys, since)}
  )`;
}
