import { within } from '../../../shared/waiting.ts';

/** What is left of the time in which a request must be answered. */
export interface Deadline {
  /** At least 1, so that it can be given to whatever waits. */
  remainingMs(): number;
  /** The result of `work`. @throws DeadlineExceeded when it takes longer; `work` goes on, unheard */
  within<Result>(work: Promise<Result>): Promise<Result>;
}

export class DeadlineExceeded extends Error {
  override readonly name = 'DeadlineExceeded';
}

/** For everything that a request waits for, taken together: the plugin has to be answered within 5 s. */
export const requestDeadlineMs = 4_500;

export function startDeadline(totalMs: number = requestDeadlineMs): Deadline {
  const endsAt = performance.now() + totalMs;
  const remainingMs = () => Math.max(1, endsAt - performance.now());
  return {
    remainingMs,
    within: (work) =>
      within(remainingMs(), work, () => {
        throw new DeadlineExceeded('out of time');
      }),
  };
}
