import { DatabaseUnavailable } from '../../../shared/postgres/database-unavailable.ts';

/** Questions that come one by one and are answered in batches, one batch at a time. */
export interface SharedStatements<Question, Answer> {
  /** @throws what its batch threw; DatabaseUnavailable when too many questions wait already */
  ask(question: Question): Promise<Answer>;
}

export interface ShareOptions {
  /** How long the first question of a batch waits for others. */
  readonly gatherMs: number;
  /** How many questions may wait while a statement runs. */
  readonly waitingMax: number;
}

interface Waiting<Question, Answer> {
  readonly question: Question;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Questions that arrive within `gatherMs`, or while a statement runs, share the next statement.
 * @param run answers a batch: one answer for each question, in their order
 */
export function shareStatements<Question, Answer>(
  run: (questions: readonly Question[]) => Promise<readonly Answer[]>,
  { gatherMs, waitingMax }: ShareOptions,
): SharedStatements<Question, Answer> {
  let waiting: Waiting<Question, Answer>[] = [];
  let isBusy = false;

  async function send(): Promise<void> {
    const batch = waiting;
    waiting = [];
    try {
      const answers = await run(batch.map(({ question }) => question));
      batch.forEach(({ resolve, reject }, index) => {
        const answer = answers[index];
        if (answer === undefined) reject(new Error('a batch left a question without an answer'));
        else resolve(answer);
      });
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
    isBusy = waiting.length > 0;
    if (isBusy) void send();
  }

  return {
    ask: (question) => {
      if (waiting.length >= waitingMax) {
        return Promise.reject(new DatabaseUnavailable('too many requests wait for their limits'));
      }
      const { promise, resolve, reject } = Promise.withResolvers<Answer>();
      waiting.push({ question, resolve, reject });
      if (!isBusy) {
        isBusy = true;
        setTimeout(() => void send(), gatherMs);
      }
      return promise;
    },
  };
}
