import type { RouteAnswer } from '../http/answer.ts';
import { type CsvRow, csvLine } from './csv-text.ts';

export const csvHeaders = { 'content-type': 'text/csv; charset=utf-8; header=present' } as const;

export function csvAnswer(columns: readonly string[], rows: readonly CsvRow[]): RouteAnswer {
  return { status: 200, headers: csvHeaders, body: { text: [columns, ...rows].map(csvLine).join('') } };
}
