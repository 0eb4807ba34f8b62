export interface BatchCallsOptions {
  /** Runs never overlap: all calls during a run share the next run. */
  readonly oneAtATime?: boolean;
  /** How long a run waits for more calls; by default until the end of the event loop's turn. */
  readonly gatherMs?: number;
  readonly waitingMax?: { readonly calls: number; readonly error: () => Error };
}

/**
 * `work` gets the questions in the order of the calls, and returns one answer for each. A failed
 * run fails all of its calls.
 */
export function batchCalls<Question, Answer>(
  work: (questions: readonly Question[]) => Promise<readonly Answer[]>,
  { oneAtATime = false, gatherMs, waitingMax }: BatchCallsOptions = {},
): (question: Question) => Promise<Answer> {
  let calls: { readonly question: Question; readonly answer: PromiseWithResolvers<Answer> }[] = [];
  let running = false;

  async function run(): Promise<void> {
    const answered = calls;
    calls = [];
    running = true;
    try {
      const answers = await work(answered.map(({ question }) => question));
      if (answers.length !== answered.length) throw new Error('not every call has its answer');
      for (const [index, answer] of answers.entries()) answered[index]?.answer.resolve(answer);
    } catch (error) {
      for (const { answer } of answered) answer.reject(error);
    }
    running = false;
    if (oneAtATime && calls.length > 0) void run();
  }

  function startSoon(): void {
    if (gatherMs === undefined) setImmediate(run);
    else setTimeout(run, gatherMs);
  }

  return (question) => {
    if (waitingMax !== undefined && calls.length >= waitingMax.calls) {
      return Promise.reject(waitingMax.error());
    }
    const answer = Promise.withResolvers<Answer>();
    if (calls.push({ question, answer }) === 1 && !(oneAtATime && running)) startSoon();
    return answer.promise;
  };
}
