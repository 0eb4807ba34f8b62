import type { Deadline } from '../../http/deadline.ts';

/** Further reports of a member wait, in order of arrival. */
export interface MemberConcurrencyLimit {
  /**
   * @returns a function that ends the processing, to be called once; null when too many reports
   * wait
   * @throws DeadlineExceeded
   */
  enter(memberId: string, deadline: Pick<Deadline, 'within'>): Promise<(() => void) | null>;
}

interface MemberReports {
  running: number;
  /** In order of arrival. */
  readonly waiting: Set<() => void>;
}

export interface MemberConcurrencyLimitOptions {
  readonly runningMax: number;
  readonly waitingMax: number;
}

export function createMemberConcurrencyLimit({
  runningMax,
  waitingMax,
}: MemberConcurrencyLimitOptions): MemberConcurrencyLimit {
  const members = new Map<string, MemberReports>();

  function reportsOf(memberId: string): MemberReports {
    const known = members.get(memberId);
    if (known !== undefined) return known;
    const fresh = { running: 0, waiting: new Set<() => void>() };
    members.set(memberId, fresh);
    return fresh;
  }

  return {
    enter: async (memberId, deadline) => {
      const reports = reportsOf(memberId);

      function leave(): void {
        const [startNext] = reports.waiting;
        if (startNext !== undefined) {
          reports.waiting.delete(startNext);
          startNext();
          return;
        }
        reports.running -= 1;
        if (reports.running === 0) members.delete(memberId);
      }

      if (reports.running < runningMax) {
        reports.running += 1;
        return leave;
      }
      if (reports.waiting.size >= waitingMax) return null;
      const started = Promise.withResolvers<void>();
      reports.waiting.add(started.resolve);
      try {
        await deadline.within(started.promise);
      } catch (error) {
        // The report was started just as its time ran out, so the next report starts instead.
        if (!reports.waiting.delete(started.resolve)) leave();
        throw error;
      }
      return leave;
    },
  };
}
