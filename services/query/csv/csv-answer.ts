import { type CsvRow, csvLine } from '../../../shared/domain/csv-text.ts';
import type { RouteAnswer } from '../http/answer.ts';

export const csvHeaders = { 'content-type': 'text/csv; charset=utf-8; header=present' } as const;

export function csvAnswer(columns: readonly string[], rows: readonly CsvRow[]): RouteAnswer {
  return { status: 200, headers: csvHeaders, body: { text: [columns, ...rows].map(csvLine).join('') } };
}
