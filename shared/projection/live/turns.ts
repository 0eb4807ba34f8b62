import type { Lease } from '../commit/lease.ts';
import { type Generation, generationKey } from '../generations/generation.ts';
import { type ReadLoop, startReadLoop } from './read-loop.ts';
import type { ReadStepOptions, TurnState } from './read-step.ts';

/** Decides which generations share turns. */
export interface Turns {
  /** Replaces the held partitions of a generation. */
  assign(generation: Generation, leases: readonly Lease[]): void;
  /** Partitions of all generations. */
  held(): number;
  /** Ends after the current batches. */
  stop(): Promise<void>;
}

const paceDefaultMs = 1_500;

/**
 * The generations of one pace share turns once they have caught up. A generation that is new,
 * behind or failing takes its turns alone, and so delays no other.
 */
export function createTurns(options: Omit<ReadStepOptions, 'paceMs' | 'onTurn'>): Turns {
  const loops = new Map<string, ReadLoop>();
  const held = new Map<string, readonly Lease[]>();
  const together = new Set<string>();
  let isStopping = false;

  function loopOf(generation: Generation): ReadLoop {
    const { paceMs = paceDefaultMs } = generation.projection.special ?? {};
    const key = generationKey(generation);
    const name = together.has(key) ? `every ${paceMs} ms` : key;
    const loop = loops.get(name) ?? startReadLoop({ ...options, paceMs, onTurn: place });
    loops.set(name, loop);
    return loop;
  }

  function place(generation: Generation, state: TurnState): void {
    const key = generationKey(generation);
    if (isStopping || together.has(key) === (state === 'caught up')) return;
    loopOf(generation).assign(generation, []);
    if (state === 'caught up') together.add(key);
    else together.delete(key);
    loopOf(generation).assign(generation, held.get(key) ?? []);
  }

  return {
    assign: (generation, leases) => {
      held.set(generationKey(generation), leases);
      options.metrics.held(generation, leases);
      if (!isStopping) loopOf(generation).assign(generation, leases);
    },
    held: () => [...held.values()].reduce((sum, leases) => sum + leases.length, 0),
    stop: async () => {
      isStopping = true;
      await Promise.all([...loops.values()].map((loop) => loop.stop()));
    },
  };
}
