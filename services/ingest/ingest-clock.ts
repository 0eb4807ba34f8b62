import type { Clock } from '../../shared/clock.ts';
import { minuteMs } from '../../shared/domain/durations.ts';
import type { IngestDeps } from './ingest-deps.ts';

/** Larger than the time of a database answer, and than the error of NTP. */
const toleranceMs = 5_000;
const warnAgainAfterMs = 10 * minuteMs;

/**
 * This machine's clock, but not ahead of the database's clock (rules/presence.md#time-of-a-report).
 * After a report from the future, no report would count until that time.
 */
export function createIngestClock({
  clock,
  databaseNow,
  directory,
  logger,
}: Pick<IngestDeps, 'clock' | 'databaseNow' | 'directory' | 'logger'>): Clock {
  const databaseClock = databaseNow ?? directory.latestClock;
  let warnedAt = Number.NEGATIVE_INFINITY;

  function warn(aheadMs: number): void {
    if (performance.now() - warnedAt < warnAgainAfterMs) return;
    warnedAt = performance.now();
    logger.warn(
      { ahead_ms: aheadMs },
      "this machine's clock is ahead of the database's clock: set this machine's clock with NTP. Until then the database's clock dates reports",
    );
  }

  return () => {
    const own = clock();
    const latest = databaseClock();
    if (own <= latest + toleranceMs) return own;
    warn(own - latest);
    return latest;
  };
}
