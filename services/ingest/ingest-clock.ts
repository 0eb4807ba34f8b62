import type { Clock } from '../../shared/clock.ts';
import { minuteMs } from '../../shared/domain/durations.ts';
import type { IngestDeps } from './ingest-deps.ts';

/** More than an answer of the database takes, and more than NTP leaves between two machines. */
const toleranceMs = 5_000;
const warnedEveryMs = 10 * minuteMs;

/**
 * This machine's clock, as far as the database's agrees that it may be so late (decisions.md, Time of a report). What is
 * dated ahead keeps everything that comes until then from counting: one report of a machine a day ahead lost its account's
 * sessions of that day. A clock that is behind harms nothing beyond the time that it is.
 */
export function createIngestClock({
  clock,
  databaseNow,
  directory,
  logger,
}: Pick<IngestDeps, 'clock' | 'databaseNow' | 'directory' | 'logger'>): Clock {
  const latest = databaseNow ?? directory.latestClock;
  let warnedAt = Number.NEGATIVE_INFINITY;

  function warn(aheadMs: number): void {
    if (performance.now() - warnedAt < warnedEveryMs) return;
    warnedAt = performance.now();
    logger.warn(
      { ahead_ms: aheadMs },
      "this machine's clock is ahead of the database's, by which reports are dated meanwhile: let NTP set it",
    );
  }

  return () => {
    const own = clock();
    const bound = latest();
    if (own <= bound + toleranceMs) return own;
    warn(own - bound);
    return bound;
  };
}
