import type { Deadline } from '../../http/deadline.ts';

/** A bounded number of reports of each member is worked on at a time; the next ones wait for their turn, in order. */
export interface Turns {
  /**
   * Waits for a turn of the member.
   * @returns what ends the turn, to be called once; null when too many of the member's reports wait
   * @throws DeadlineExceeded when no turn came in time
   */
  take(memberId: string, deadline: Pick<Deadline, 'within'>): Promise<(() => void) | null>;
}

interface MemberTurns {
  working: number;
  /** In order of arrival. */
  readonly waiting: Set<() => void>;
}

export interface TurnsOptions {
  readonly atOnce: number;
  readonly waitingMax: number;
}

export function createTurns({ atOnce, waitingMax }: TurnsOptions): Turns {
  const members = new Map<string, MemberTurns>();

  function turnsOf(memberId: string): MemberTurns {
    const known = members.get(memberId);
    if (known !== undefined) return known;
    const fresh = { working: 0, waiting: new Set<() => void>() };
    members.set(memberId, fresh);
    return fresh;
  }

  return {
    take: async (memberId, deadline) => {
      const turns = turnsOf(memberId);

      function end(): void {
        const [next] = turns.waiting;
        if (next !== undefined) {
          turns.waiting.delete(next);
          next();
          return;
        }
        turns.working -= 1;
        if (turns.working === 0) members.delete(memberId);
      }

      if (turns.working < atOnce) {
        turns.working += 1;
        return end;
      }
      if (turns.waiting.size >= waitingMax) return null;
      const turn = Promise.withResolvers<void>();
      turns.waiting.add(turn.resolve);
      try {
        await deadline.within(turn.promise);
      } catch (error) {
        // The turn came just as the time ran out: it goes to the next in line.
        if (!turns.waiting.delete(turn.resolve)) end();
        throw error;
      }
      return end;
    },
  };
}
