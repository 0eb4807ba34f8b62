import type { Lifecycle } from '../../../shared/async/lifecycle.ts';
import type { Figure } from './figures.ts';

export interface Benchmark {
  readonly summary: string;
  /** @param lifecycle closes what the benchmark started, also after Ctrl-C */
  run(lifecycle: Lifecycle): Promise<Figure[]>;
}

export async function inRounds<Round>(rounds: number, runRound: () => Promise<Round>): Promise<Round[]> {
  const done: Round[] = [];
  while (done.length < rounds) done.push(await runRound());
  return done;
}
