/** Text, numbers and booleans of one line. Null is an empty value. */
export type CsvRow = readonly (string | number | boolean | null)[];

/** A program for spreadsheets runs a value that starts so as a formula. */
const formulaStart = /^[=+\-@\t\r]/;
const needsQuotes = /[",\r\n]/;

/** A line of RFC 4180, with its line break. */
export function csvLine(row: CsvRow): string {
  return `${csvValues(row)}\r\n`;
}

/** The values of a line, or of its beginning. */
export function csvValues(row: CsvRow): string {
  return row.map(csvValue).join(',');
}

/** Only text can hold what a player or a plugin chose: a negative number stays a number. */
function csvValue(value: CsvRow[number]): string {
  if (value === null) return '';
  if (typeof value !== 'string') return String(value);
  const text = formulaStart.test(value) ? `'${value}` : value;
  return needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
