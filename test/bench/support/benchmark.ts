import type { Lifecycle } from '../../../shared/async/lifecycle.ts';
import type { Figure } from './figures.ts';

/** A measurement of the hub that `npm run bench` runs by its name. */
export interface Benchmark {
  /** One line for the list. */
  readonly summary: string;
  /** @param lifecycle closes what the benchmark started, also after Ctrl-C */
  run(lifecycle: Lifecycle): Promise<Figure[]>;
}

/** Runs the rounds of a benchmark one after another. */
export async function inRounds<Round>(rounds: number, runRound: () => Promise<Round>): Promise<Round[]> {
  const done: Round[] = [];
  while (done.length < rounds) done.push(await runRound());
  return done;
}
