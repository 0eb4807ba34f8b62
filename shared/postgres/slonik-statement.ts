import { type IdentifierSqlToken, type QuerySqlToken, sql } from 'slonik';
import type { z } from 'zod';
import type { Statement } from './database.ts';

/**
 * Turns a query of slonik's tag into a statement for the hub's own pools, with the schema of its
 * rows. The pool of slonik is slower: it checks every row and prepares no statement by name.
 * @param name as `Statement.name`
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

/**
 * A table of a projection's generation.
 * @param schema quoted, as in `GenerationTx` and `LiveGenerations`
 */
export function generationTable(schema: string, table: string): IdentifierSqlToken {
  return sql.identifier([schema.replaceAll('"', ''), table]);
}
