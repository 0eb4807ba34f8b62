import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { projectRoot } from '../support/source-tree.ts';
import { aligned, type Figure, median, rounded } from './support/figures.ts';

export interface SideBySide {
  readonly bench: string;
  readonly against: string;
  readonly rounds: number;
  readonly figures: readonly ComparedFigure[];
}

export interface ComparedFigure extends Pick<Figure, 'name' | 'unit'> {
  /** Medians over the rounds. */
  readonly here: number;
  readonly there: number;
  /** Median of `ratios`: below 1, this checkout is better. */
  readonly ratio: number;
  /** Here to there in each round; the spread is the noise of the machine. */
  readonly ratios: readonly number[];
}

/**
 * Both checkouts run in turns, so that other work on the machine meets both.
 * @throws when a checkout lacks the benchmark, or a run fails
 */
export async function runSideBySide(bench: string, directory: string, rounds: number): Promise<SideBySide> {
  const against = resolve(directory);
  if (!existsSync(join(against, 'test/bench/main.ts'))) {
    throw new Error(`${against} has no test/bench/main.ts; name a checkout of the hub`);
  }
  const [here, there]: [Figure[][], Figure[][]] = [[], []];
  for (let round = 1; round <= rounds; round += 1) {
    process.stderr.write(`round ${round} of ${rounds}\n`);
    here.push(await runIn(projectRoot, bench));
    there.push(await runIn(against, bench));
  }
  return { bench, against, rounds, figures: compareFigures(here, there) };
}

/** @returns the figures that both sides have in every round */
export function compareFigures(
  here: readonly (readonly Figure[])[],
  there: readonly (readonly Figure[])[],
): ComparedFigure[] {
  return (here[0] ?? []).flatMap(({ name, unit }) => {
    const mediansOf = (runs: readonly (readonly Figure[])[]) =>
      runs.flatMap((figures) =>
        figures.filter((figure) => figure.name === name).map((figure) => figure.median),
      );
    const [ours, theirs] = [mediansOf(here), mediansOf(there)];
    if (theirs.length < here.length) return [];
    const ratios = ours.map((value, round) => Number((value / (theirs[round] ?? Number.NaN)).toFixed(3)));
    return [
      {
        name,
        unit,
        here: rounded(median(ours)),
        there: rounded(median(theirs)),
        ratio: median(ratios),
        ratios,
      },
    ];
  });
}

export function describeSideBySide({ bench, against, rounds, figures }: SideBySide): string {
  const rows = figures.map(({ name, unit, here, there, ratio, ratios }) => [
    name,
    `${here} ${unit}`,
    `${there} ${unit}`,
    ratio.toFixed(2),
    `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`,
  ]);
  return [
    `${bench}, medians of ${rounds} rounds in turns; there is ${against}`,
    aligned([['', 'here', 'there', 'here / there', 'rounds'], ...rows]),
  ].join('\n');
}

const signals = ['SIGINT', 'SIGTERM'] as const;

async function runIn(checkout: string, bench: string): Promise<Figure[]> {
  const child = spawn(process.execPath, ['test/bench/main.ts', bench, '--json'], {
    cwd: checkout,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  // The child cleans up, and then this run ends with the failure of the child.
  const forward = () => child.kill('SIGTERM');
  for (const signal of signals) process.on(signal, forward);
  const exited = new Promise<number | null>((settle) => child.once('exit', settle));
  const text = Buffer.concat(await child.stdout.toArray()).toString();
  const code = await exited;
  for (const signal of signals) process.off(signal, forward);
  if (code !== 0) throw new Error(`${bench} in ${checkout} ended with exit code ${code}`);
  return JSON.parse(text).figures;
}
