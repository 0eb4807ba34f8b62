import { cpus, totalmem } from 'node:os';

/** A quantity over the rounds of a run; lower is better. */
export interface Figure {
  readonly name: string;
  readonly unit: 'bytes' | 'MB' | 'ms' | 's' | 'times' | 'us';
  readonly median: number;
  readonly lowest: number;
  readonly highest: number;
}

export function figureOf<Round>(
  name: string,
  unit: Figure['unit'],
  rounds: readonly Round[],
  read: (round: Round) => number,
): Figure {
  const values = rounds.map(read);
  return {
    name,
    unit,
    median: rounded(median(values)),
    lowest: rounded(Math.min(...values)),
    highest: rounded(Math.max(...values)),
  };
}

/** The value that is greater than this share of all values; NaN without a value. */
export function quantile(values: readonly number[], share: number): number {
  return sorted(values)[Math.floor(values.length * share)] ?? Number.NaN;
}

/** NaN without a value. */
export function median(values: readonly number[]): number {
  const middle = (values.length - 1) / 2;
  const inOrder = sorted(values);
  return ((inOrder[Math.floor(middle)] ?? Number.NaN) + (inOrder[Math.ceil(middle)] ?? Number.NaN)) / 2;
}

function sorted(values: readonly number[]): number[] {
  return values.toSorted((left, right) => left - right);
}

export function describeFigures(figures: readonly Figure[]): string {
  const rows = figures.map(({ name, unit, median: middle, lowest, highest }) => [
    name,
    `${middle} ${unit}`,
    lowest === highest ? '' : `${lowest} to ${highest}`,
  ]);
  return aligned([['', 'median', 'rounds'], ...rows]);
}

export function aligned(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  const line = (row: readonly string[]) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0));
  return rows.map((row) => line(row).join('  ').trimEnd()).join('\n');
}

export function machine(): string {
  const [cpu] = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  return `${cpus().length} cores of ${cpu?.model.trim() ?? 'unknown'}, ${memory} GiB, Node ${process.versions.node}`;
}

/** Rounds to three digits, or to a whole number from 100 on. */
export function rounded(value: number): number {
  return Math.abs(value) >= 100 ? Math.round(value) : Number(value.toPrecision(3));
}
