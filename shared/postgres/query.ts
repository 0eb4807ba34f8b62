import { type IdentifierSqlToken, type QuerySqlToken, sql } from 'slonik';
import type { z } from 'zod';
import type { Statement } from './database.ts';

/**
 * A query that slonik's tags wrote, with the schema of its rows, as a statement of the hub's own pools. slonik's pool
 * checks every row and cannot prepare a statement by name: a page of the feed cost 31 % more CPU in it, a month of wealth
 * 18 %. `name` as of a `Statement`.
 */
export function statementOf<Row extends object>(
  query: QuerySqlToken<z.ZodType<Row>>,
  name?: string,
): Statement<Row> {
  const text = query.sql.replaceAll('$slonik_', '$');
  return {
    text,
    values: query.values,
    rows: query.parser as z.ZodType<Row>,
    ...(name !== undefined && { name }),
  };
}

/** A table of a projection's generation; `schema` as `GenerationTx` and `LiveGenerations` give it, quoted. */
export function generationTable(schema: string, table: string): IdentifierSqlToken {
  return sql.identifier([schema.replaceAll('"', ''), table]);
}
