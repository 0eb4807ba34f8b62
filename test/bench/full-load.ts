import { setTimeout as sleep } from 'node:timers/promises';
import type { LoadResult } from './load.ts';
import type { HubPart } from './parts-hub.ts';
import { quantile } from './quantile.ts';

export interface FullLoadOptions {
  readonly projector: HubPart;
  /** Reports a second, rising. */
  readonly loads: readonly number[];
  /** Of each. */
  readonly seconds: number;
  send(perSecond: number, seconds: number): Promise<LoadResult>;
}

const lagBarMs = 1_000;
const sampleEveryMs = 100;

/**
 * Goes up until a report is not taken, or what is not projected grows old.
 * @returns the most that was kept up with @throws when not even the least was
 */
export async function findFullLoad({ projector, loads, seconds, send }: FullLoadOptions): Promise<number> {
  let held = 0;
  for (const perSecond of loads) {
    const [sent, lags] = await Promise.all([send(perSecond, seconds), sampleLags(projector, seconds)]);
    const isTaken = (sent.statuses[200] ?? 0) === sent.answered && sent.p99Ms < lagBarMs;
    process.stderr.write(
      `${perSecond} reports/s: ${JSON.stringify(sent.statuses)}, p99 ${Math.round(sent.p99Ms)} ms, lag ${Math.round(Math.max(...lags))} ms at most\n`,
    );
    // One pause of the machine is no queue.
    const lag = quantile(lags, 0.9);
    if (!isTaken || lag > lagBarMs) break;
    held = perSecond;
  }
  if (held === 0) throw new Error(`not even ${loads[0]} reports a second are kept up with`);
  return held;
}

/** Samples the age of the oldest record that is not projected yet, ms. */
export async function sampleLags(projector: HubPart, seconds: number): Promise<number[]> {
  const lags: number[] = [];
  for (const until = performance.now() + seconds * 1_000; performance.now() < until; ) {
    const metrics = await projector.metrics();
    const values = [...metrics.matchAll(/^projection_lag_seconds\{[^}]*\} (\S+)$/gm)];
    lags.push(Math.max(0, ...values.map(([, value]) => Number(value) * 1_000)));
    await sleep(sampleEveryMs);
  }
  return lags;
}
