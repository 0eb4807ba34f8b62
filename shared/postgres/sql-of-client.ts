import type pg from 'pg';
import type { z } from 'zod';
import type { Sql, Statement } from './database.ts';

interface Queryable {
  query<Row extends pg.QueryResultRow>(config: pg.QueryConfig): Promise<pg.QueryResult<Row>>;
}

export interface StatementHooks {
  readonly checkRows?: boolean;
  /** Called before the error is thrown. */
  readonly onError?: (error: unknown) => void;
  /** The default for statements without their own time. */
  readonly abandonAfterMs?: number | undefined;
}

type Answer<Row extends object> = Pick<pg.QueryResult<Row>, 'rows' | 'rowCount'>;

export function createSql(
  queryable: Queryable,
  { checkRows = false, onError, ...defaults }: StatementHooks = {},
): Sql {
  async function query<Row extends object>(statement: Statement<Row>): Promise<Answer<Row>> {
    const { text, values, name, abandonAfterMs = defaults.abandonAfterMs } = statement;
    const config: pg.QueryConfig & { query_timeout?: number } = { text };
    if (values !== undefined) config.values = [...values];
    if (name !== undefined) config.name = name;
    if (abandonAfterMs !== undefined) config.query_timeout = abandonAfterMs;
    const result = await queryable.query<Row>(config).catch((error: unknown) => {
      onError?.(error);
      throw error;
    });
    const { rows, rowCount } = result;
    // pg keeps the result object for a while, and its rows would fill the heap.
    result.rows = [];
    if (checkRows && statement.rows !== undefined)
      for (const row of rows) requireFitting(statement.rows, row);
    return { rows, rowCount };
  }

  return {
    many: async <Row extends object>(statement: Statement<Row>) => (await query<Row>(statement)).rows,
    one: async <Row extends object>(statement: Statement<Row>) => {
      const { rows } = await query<Row>(statement);
      const [row] = rows;
      if (row === undefined || rows.length > 1) throw new Error(`expected one row, got ${rows.length}`);
      return row;
    },
    maybeOne: async <Row extends object>(statement: Statement<Row>) => {
      const { rows } = await query<Row>(statement);
      if (rows.length > 1) throw new Error(`expected at most one row, got ${rows.length}`);
      return rows[0] ?? null;
    },
    run: async (statement) => (await query(statement)).rowCount ?? 0,
  };
}

function requireFitting(schema: z.ZodType, row: object): void {
  const { error } = schema.safeParse(row);
  if (error === undefined) return;
  // Values must not reach the log.
  const issues = error.issues.map(({ path, message }) => `${path.map(String).join('.')}: ${message}`);
  throw new Error(`a row does not fit its schema: ${issues.join('; ')}`);
}
