import { DatabaseUnavailable } from '../../../shared/postgres/database-unavailable.ts';

/** Work that is asked for one by one and done in batches, one batch at a time. */
export interface SharedStatements<Ask, Answer> {
  /** @throws what its batch threw; DatabaseUnavailable when too many wait already */
  ask(ask: Ask): Promise<Answer>;
}

export interface ShareOptions {
  /** How long the first ask of a batch waits for others. */
  readonly gatherMs: number;
  /** Asks that may wait for the statement under way. */
  readonly waitingMax: number;
}

interface Waiting<Ask, Answer> {
  readonly ask: Ask;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Asks that arrive within `gatherMs`, or while a statement is under way, share one.
 * @param run answers a batch, one answer for each ask in their order
 */
export function shareStatements<Ask, Answer>(
  run: (asks: readonly Ask[]) => Promise<readonly Answer[]>,
  { gatherMs, waitingMax }: ShareOptions,
): SharedStatements<Ask, Answer> {
  let waiting: Waiting<Ask, Answer>[] = [];
  let isBusy = false;

  async function send(): Promise<void> {
    const batch = waiting;
    waiting = [];
    try {
      const answers = await run(batch.map(({ ask }) => ask));
      batch.forEach(({ resolve, reject }, index) => {
        const answer = answers[index];
        if (answer === undefined) reject(new Error('a batch left an ask without an answer'));
        else resolve(answer);
      });
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
    isBusy = waiting.length > 0;
    if (isBusy) void send();
  }

  return {
    ask: (ask) => {
      if (waiting.length >= waitingMax) {
        return Promise.reject(new DatabaseUnavailable('too many requests wait for their limits'));
      }
      const { promise, resolve, reject } = Promise.withResolvers<Answer>();
      waiting.push({ ask, resolve, reject });
      if (!isBusy) {
        isBusy = true;
        setTimeout(() => void send(), gatherMs);
      }
      return promise;
    },
  };
}
