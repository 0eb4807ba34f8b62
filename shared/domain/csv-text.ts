/** Null is an empty value. */
export type CsvRow = readonly (string | number | boolean | null)[];

/** A spreadsheet runs a value with such a start as a formula. */
const formulaStart = /^[=+\-@\t\r]/;
const needsQuotes = /[",\r\n]/;

/** A line of RFC 4180, with its line break. */
export function csvLine(row: CsvRow): string {
  return `${csvValues(row)}\r\n`;
}

/** Like `csvLine`, without the line break. */
export function csvValues(row: CsvRow): string {
  return row.map(csvValue).join(',');
}

/** Only a text gets a `'`: a negative number is safe. */
function csvValue(value: CsvRow[number]): string {
  if (value === null) return '';
  if (typeof value !== 'string') return String(value);
  const text = formulaStart.test(value) ? `'${value}` : value;
  return needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
