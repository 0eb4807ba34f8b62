import { type IdentifierSqlToken, type QuerySqlToken, sql } from 'slonik';
import type { z } from 'zod';
import type { Statement } from './database.ts';
import { type QuotedSchema, unquoted } from './quoted-schema.ts';

/**
 * Turns a query of slonik's tag into a statement for the hub's own pools.
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

export function generationTable(schema: QuotedSchema, table: string): IdentifierSqlToken {
  return sql.identifier([unquoted(schema), table]);
}
