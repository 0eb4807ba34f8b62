export interface TogetherOptions {
  /**
   * Runs never overlap: calls that come while one is under way share the next, however many they are. A load that grows
   * makes runs larger then, not more of them.
   */
  readonly oneAtATime?: boolean;
}

/**
 * Calls of one turn of the event loop share one run of `work`, which is given what was asked, in the order of the calls, and
 * returns an answer for each. It starts after the calls; when it fails, all of them do.
 */
export function together<Question, Answer>(
  work: (questions: readonly Question[]) => Promise<readonly Answer[]>,
  { oneAtATime = false }: TogetherOptions = {},
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

  return (question) => {
    const answer = Promise.withResolvers<Answer>();
    if (calls.push({ question, answer }) === 1 && !(oneAtATime && running)) setImmediate(run);
    return answer.promise;
  };
}
