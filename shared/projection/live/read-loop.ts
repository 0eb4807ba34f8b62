import { pause } from '../../async/waiting.ts';
import type { Lease } from '../commit/lease.ts';
import { type Generation, generationKey } from '../generations/generation.ts';
import type { HeldGeneration } from './read-pages.ts';
import { createReadStep, type ReadStepOptions } from './read-step.ts';

export interface ReadLoop {
  /** Replaces the held partitions of a generation. */
  assign(generation: Generation, leases: readonly Lease[]): void;
  /** Ends after the current batch. */
  stop(): Promise<void>;
}

const idleMs = 60_000;

/** Failures are retried until they pass. In a row of failures, only the first is logged. */
export function startReadLoop(options: ReadStepOptions): ReadLoop {
  const { logger } = options;
  const turn = createReadStep(options);
  const held = new Map<string, HeldGeneration>();
  let failures = 0;
  const stopping = new AbortController();
  /**
   * Aborted when the leases change or the loop stops. Ends a wait for records, but never a commit.
   */
  let waiting = new AbortController();

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      const { signal } = waiting;
      if (held.size === 0) await pause(idleMs, signal);
      else await attempt([...held.values()], signal);
    }
  }

  async function attempt(mine: readonly HeldGeneration[], signal: AbortSignal): Promise<void> {
    try {
      await turn(mine, signal);
      if (failures > 0) logger.info({ failures, projections: namesOf(mine) }, 'the projection continues');
      failures = 0;
    } catch (error) {
      // The wait was ended on purpose.
      if (signal.aborted && signal.reason === error) return;
      failures += 1;
      for (const { generation } of mine) options.metrics.retried(generation);
      const projections = namesOf(mine);
      if (failures === 1)
        logger.warn({ err: error, projections }, 'the projection failed, trying again until it works');
      await pause(retryDelayMs(failures), stopping.signal);
    }
  }

  const running = run();

  return {
    assign: (generation, leases) => {
      const key = generationKey(generation);
      if (leases.length === 0 && !held.has(key)) return;
      if (leases.length === 0) held.delete(key);
      else held.set(key, { generation, leases });
      waiting.abort();
      waiting = new AbortController();
    },
    stop: async () => {
      stopping.abort();
      waiting.abort();
      await running;
    },
  };
}

function namesOf(held: readonly HeldGeneration[]): string[] {
  return held.map(({ generation }) => `${generation.projection.name} ${generation.number}`);
}

const longestMs = 5_000;
const firstMs = 50;

/**
 * The delay doubles up to 5 s, and half of it is random.
 * @param failures in a row, from 1
 */
export function retryDelayMs(failures: number, random: () => number = Math.random): number {
  const whole = Math.min(longestMs, firstMs * 2 ** Math.min(failures - 1, 10));
  return whole / 2 + (whole / 2) * random();
}
