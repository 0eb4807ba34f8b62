import type { Readable } from 'node:stream';
import { type CsvRow, csvLine } from '../../../shared/domain/csv-text.ts';
import { isJsonObject } from '../../../shared/domain/json-object.ts';
import { timestamp } from '../schemas/envelope.ts';

export type AnswerBody =
  | { readonly json: unknown }
  | { readonly text: string }
  | { readonly bytes: Buffer }
  | { readonly chunks: readonly Buffer[]; readonly byteLength: number }
  | { readonly stream: Readable };

export interface RouteAnswer {
  readonly status: 200 | 304;
  /** Replaces headers of `headersOfEveryResponse` with the same name. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: AnswerBody | null;
}

/** @param readAt epoch ms */
export function dataAnswer(data: object, readAt: number): RouteAnswer {
  return { status: 200, body: { json: { data, meta: { generated_at: timestamp(readAt) } } } };
}

export const csvHeaders = { 'content-type': 'text/csv; charset=utf-8; header=present' } as const;

/**
 * @param rows an object for each line; the column `account_name` is `name` of its object `account`,
 * and a column that the object lacks is empty
 */
export function csvAnswer(columns: readonly string[], rows: readonly object[]): RouteAnswer {
  const lines = rows.map((row) => columns.map((column) => cellOf(row, column)));
  return { status: 200, headers: csvHeaders, body: { text: [columns, ...lines].map(csvLine).join('') } };
}

function cellOf(row: object, column: string): CsvRow[number] {
  const own = (row as Readonly<Record<string, CsvRow[number]>>)[column];
  if (own !== undefined) return own;
  for (const [name, inner] of Object.entries(row)) {
    if (column.startsWith(`${name}_`) && isJsonObject(inner))
      return cellOf(inner, column.slice(name.length + 1));
  }
  return null;
}
