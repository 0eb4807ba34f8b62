import { expect, onTestFinished, test, vi } from 'vitest';
import { createLogger } from '../observability/logger.ts';
import { type RegularWorkOptions, runRegularly } from './run-regularly.ts';
import { pause } from './waiting.ts';

test('goes on after failures, and never runs twice at once', async () => {
  let runs = 0;
  let atOnce = 0;
  let mostAtOnce = 0;
  start(async () => {
    atOnce += 1;
    mostAtOnce = Math.max(mostAtOnce, atOnce);
    await new Promise((resolve) => setTimeout(resolve, 5));
    atOnce -= 1;
    runs += 1;
    if (runs % 2 === 0) throw new Error('every second run fails');
  });
  await vi.waitFor(() => expect(runs).toBeGreaterThan(4), { timeout: 10_000 });
  expect(mostAtOnce).toBe(1);
});

test('stops after the current run, and waits for it no longer than `stopWithinMs`', async () => {
  const { promise: never } = Promise.withResolvers<void>();
  const work = vi.fn(() => never);
  const regular = start(work, { stopWithinMs: 50 });
  await vi.waitFor(() => expect(work).toHaveBeenCalledOnce(), 15_000);
  await regular.stop();
  expect(work).toHaveBeenCalledOnce();
});

test('work that begins at once is waited for by a stop that follows at once', async () => {
  const ended = vi.fn();
  await start(() => pause(5).then(ended), { firstAfterMs: 0 }).stop();
  expect(ended).toHaveBeenCalledOnce();
});

function start(work: () => Promise<unknown>, options: Partial<RegularWorkOptions> = {}) {
  const logger = createLogger({ name: 'test', level: 'silent' });
  const regular = runRegularly(work, { name: 'test', everyMs: 1, stopWithinMs: 1_000, logger, ...options });
  onTestFinished(() => regular.stop());
  return regular;
}
