export interface TogetherOptions {
  /**
   * Runs never overlap: calls that come while one is under way share the next, however many they are. A load that grows
   * makes runs larger then, not more of them.
   */
  readonly oneAtATime?: boolean;
  /** How long a run that nothing else holds up waits for more calls after its first; without it, to the end of the turn. */
  readonly gatherMs?: number;
  /** How many calls may wait for a run to start, and what one more is refused with. */
  readonly waitingMax?: { readonly calls: number; readonly error: () => Error };
}

/**
 * Calls of one turn of the event loop share one run of `work`, which is given what was asked, in the order of the calls, and
 * returns an answer for each. It starts after the calls; when it fails, all of them do.
 */
export function together<Question, Answer>(
  work: (questions: readonly Question[]) => Promise<readonly Answer[]>,
  { oneAtATime = false, gatherMs, waitingMax }: TogetherOptions = {},
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
