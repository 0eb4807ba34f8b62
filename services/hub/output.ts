import { printable, printableJson, printableLines } from './printable.ts';

/** What a command prints: a JSON document with `--json`, otherwise a text for people. */
export interface Output {
  readonly document: unknown;
  readonly text: string;
}

/** Writes the output to stdout, without characters that would control a terminal. */
export function print({ document, text }: Output, json: boolean): void {
  process.stdout.write(`${json ? printableJson(document) : printableLines(text)}\n`);
}

type Cell = string | number | null;

/** A table with a line of headings, and columns as wide as their widest cell; without rows it is the text `empty`. */
export function table(
  headings: readonly string[],
  rows: readonly (readonly Cell[])[],
  empty: string,
): string {
  if (rows.length === 0) return empty;
  const lines = [headings, ...rows].map((row) =>
    row.map((cell) => (cell === null ? '-' : printable(String(cell)))),
  );
  const widths = headings.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** A time as `--json` prints it. */
export function isoTime(epochMs: number): string {
  return new Date(epochMs).toISOString();
}

/** A time for people: UTC, to the minute. */
export function shortTime(epochMs: number | null): string | null {
  return epochMs === null ? null : `${isoTime(epochMs).slice(0, 16).replace('T', ' ')}Z`;
}

/** The text quoted for a shell, if it needs quotes. */
export function shellWord(text: string): string {
  return /^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
