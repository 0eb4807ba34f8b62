import { createHash } from 'node:crypto';
import { availableParallelism, loadavg } from 'node:os';

/** Time of `workMs` on one idle core of 2025, in ms. */
const idleWorkMs = 25;
const patienceMax = 10;

/**
 * How many times longer than on an idle core a computation takes here, from 1 to 10.
 * `infra/vitest.config.ts` measures it once a run.
 */
export const patience: number = Number(process.env.HUB_TEST_PATIENCE ?? 0) || measurePatience();

/** Running threads of a run of all tests without other work on the machine. */
const ownLoad = availableParallelism() + 4;

/**
 * Multiplies a wait or a time limit by `patience`, or by the load of the machine if that is more.
 * The load grows while another run starts.
 * @param ms on an idle machine
 */
export function patient(ms: number, load: number = loadavg()[0] ?? 0): number {
  return Math.round(ms * Math.min(patienceMax, Math.max(patience, load / ownLoad)));
}

function measurePatience(): number {
  const samples = Array.from({ length: 5 }, workMs).toSorted((left, right) => left - right);
  return Math.min(patienceMax, Math.max(1, (samples[2] ?? 0) / idleWorkMs));
}

function workMs(): number {
  const startedAt = performance.now();
  const block = Buffer.alloc(1 << 20);
  for (let round = 0; round < 25; round += 1) createHash('sha256').update(block).digest();
  return performance.now() - startedAt;
}
