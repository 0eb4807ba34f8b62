import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { RateLimiter, Window } from './rate-limiter.ts';
import { createLimitModel } from './testing/limit-model.ts';

const minute = 60_000;

type Question =
  | { readonly kind: 'request'; readonly limit: number; readonly paced: boolean }
  | { readonly kind: 'failure' }
  | { readonly kind: 'check' };

interface Moment {
  readonly wait: number;
  readonly questions: readonly Question[];
}

const question: fc.Arbitrary<Question> = fc.oneof(
  fc.record({
    kind: fc.constant('request' as const),
    limit: fc.oneof(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 3 })),
    paced: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('failure' as const) }),
  fc.record({ kind: fc.constant('check' as const) }),
);
const moment = fc.record({
  wait: fc.oneof(
    fc.integer({ min: 0, max: 50 }),
    fc.integer({ min: 0, max: 30_000 }),
    fc.constantFrom(999, 1_000, 1_001, minute - 1, minute, minute + 1),
  ),
  questions: fc.array(question, { minLength: 1, maxLength: 8 }),
});

/** @param open creates a limiter that reads its time in ms from `now` */
export function rateLimiterContract(
  open: (now: () => number) => Promise<RateLimiter>,
  { runs, moments }: { readonly runs: number; readonly moments: number },
): void {
  test('decides and reports exactly as a plain list of all requests would, for any times and limits', async () => {
    let now = 0;
    const limiter = await open(() => now);
    await fc.assert(
      fc.asyncProperty(fc.array(moment, { maxLength: moments }), async (course: readonly Moment[]) => {
        const name = randomUUID();
        const model = createLimitModel();
        for (const { wait, questions } of course) {
          now += wait;
          // Asked at the same time, and answered in this order.
          const answers = await Promise.all(questions.map((asked) => put(limiter, asked, name)));
          expect(answers).toEqual(questions.map((asked) => put(modelAt(model, now), asked, name)));
        }
        now += 2 * minute;
      }),
      { numRuns: runs },
    );
  }, 120_000);

  test('a refused request is recorded in none of the windows', async () => {
    let now = 0;
    const limiter = await open(() => now);
    const [general, endpointLimit] = windowsOf(randomUUID(), 5, true);
    if (general === undefined || endpointLimit === undefined) throw new Error('two windows are needed');
    await limiter.take([general, endpointLimit]);
    for (let times = 0; times < 20; times += 1) {
      expect((await limiter.take([general, endpointLimit])).allowed).toBe(false);
    }
    now = 1_000;
    const { allowed, states } = await limiter.take([general, endpointLimit]);
    expect([allowed, states[0]?.remaining]).toEqual([true, 3]);
  });
}

type Asked<Answer, State> = {
  readonly take: (windows: readonly Window[]) => Answer;
  readonly check: (window: Window) => State;
};

function put<Answer, State>(limiter: Asked<Answer, State>, asked: Question, name: string): Answer | State {
  if (asked.kind === 'request') return limiter.take(windowsOf(name, asked.limit, asked.paced));
  return asked.kind === 'failure' ? limiter.take([failuresOf(name)]) : limiter.check(failuresOf(name));
}

function modelAt(model: ReturnType<typeof createLimitModel>, now: number) {
  return {
    take: (windows: readonly Window[]) => model.take(windows, now),
    check: (window: Window) => model.check(window, now),
  };
}

function windowsOf(name: string, limit: number, paced: boolean): Window[] {
  const general: Window = { of: 'key', id: name, limit, windowMs: minute };
  return paced ? [general, { of: 'endpointLimit', id: name, limit: 1, windowMs: 1_000 }] : [general];
}

function failuresOf(name: string): Window {
  return { of: 'address', id: name, limit: 3, windowMs: minute };
}
