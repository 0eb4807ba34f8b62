import { machine } from './machine.ts';
import type { Round } from './measure.ts';
import { median } from './quantile.ts';

/** A benchmark: what was compared, and whether its bars hold. */
export interface BenchResult {
  readonly bench: string;
  readonly machine: string;
  readonly holds: boolean;
  readonly cases: readonly CaseResult[];
}

/** One comparison of CPU per answer; the medians of its rounds. */
export interface CaseResult {
  readonly case: string;
  readonly hubMicros: number;
  readonly referenceMicros: number;
  /** What the reference needs of what the hub needs: 1 is as cheap as the reference. */
  readonly ratio: number;
  readonly bar: number;
  readonly holds: boolean;
  readonly hubPerCpuSecond: number;
  readonly postgresMicros: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/** @param withPostgres where the reference asks the same PostgreSQL: both are counted with what it did for them */
export function caseResult(
  name: string,
  bar: number,
  rounds: { readonly ours: readonly Round[]; readonly theirs: readonly Round[] },
  { withPostgres = false } = {},
): CaseResult {
  const costOf = ({ nodeMicros, postgresMicros }: Round) => nodeMicros + (withPostgres ? postgresMicros : 0);
  const hubMicros = median(rounds.ours.map(costOf));
  const referenceMicros = median(rounds.theirs.map(costOf));
  const ratio = referenceMicros / hubMicros;
  return {
    case: name,
    hubMicros: rounded(hubMicros),
    referenceMicros: rounded(referenceMicros),
    ratio: rounded(ratio, 3),
    bar,
    holds: ratio >= bar,
    hubPerCpuSecond: Math.round(1e6 / hubMicros),
    postgresMicros: rounded(median(rounds.ours.map((round) => round.postgresMicros))),
    p50Ms: rounded(median(rounds.ours.map((round) => round.load.p50Ms))),
    p99Ms: rounded(median(rounds.ours.map((round) => round.load.p99Ms))),
  };
}

export function benchResult(bench: string, cases: readonly CaseResult[]): BenchResult {
  return { bench, machine: machine(), holds: cases.every(({ holds }) => holds), cases };
}

/** The result as a table for people. */
export function describeResult({ bench, machine: where, cases }: BenchResult): string {
  const rows = cases.map((row) => [
    row.case,
    String(row.hubMicros),
    String(row.referenceMicros),
    String(row.hubPerCpuSecond),
    String(row.postgresMicros),
    `${row.p50Ms} / ${row.p99Ms}`,
    row.ratio.toFixed(2),
    `>= ${row.bar.toFixed(2)}`,
    row.holds ? 'holds' : 'FAILS',
  ]);
  const head = ['', 'hub us', 'reference us', 'hub/CPU s', 'postgres us', 'p50 / p99 ms', 'ratio', 'bar', ''];
  return [
    `${bench}, CPU per answer of the Node process, medians of alternated rounds`,
    where,
    ...aligned([head, ...rows]),
  ].join('\n');
}

/** A table whose columns are as wide as their widest cell. */
export function aligned(rows: readonly (readonly string[])[]): string[] {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

function rounded(value: number, digits = 1): number {
  return Number(value.toFixed(digits));
}
