import type { IngestDeps } from '../../ingest-deps.ts';
import type { HoldingEvent } from './events-of-holdings.ts';
import type { StoredHoldings } from './stored-holdings.ts';

/**
 * Repairs holdings that two processes appended at the same moment, the older report last: appends
 * the newer report again.
 */
export interface OvertakenRepair {
  /** To be called when an append begins. @param now monotonic ms */
  expect(events: readonly HoldingEvent[], now: number): void;
  isNeeded(): boolean;
  /** @param now monotonic ms @throws LogUnavailable; the next run tries again */
  run(now: number): Promise<void>;
}

/** Longer than an append takes. */
const checkAfterMs = 10_000;

export function createOvertakenRepair(
  { journal, isSoleProcess }: Pick<IngestDeps, 'journal' | 'isSoleProcess'>,
  stored: StoredHoldings,
): OvertakenRepair {
  /** By subject, monotonic ms. */
  const checks = new Map<string, number>();
  let overtaken: HoldingEvent[] = [];

  function expect(events: readonly HoldingEvent[], now: number): void {
    if (isSoleProcess) return;
    for (const { subject } of events) checks.set(subject, now + checkAfterMs);
  }

  return {
    expect,
    isNeeded: () => checks.size > 0 || overtaken.length > 0,
    run: async (now) => {
      const due = [...checks].filter(([, at]) => at <= now).map(([subject]) => subject);
      for (const subject of due) {
        await stored.load(subject, now);
        checks.delete(subject);
      }
      overtaken.push(...stored.takeOvertaken());
      if (overtaken.length === 0) return;
      await journal.append(overtaken);
      expect(overtaken, now);
      overtaken = [];
    },
  };
}
