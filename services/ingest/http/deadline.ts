import { within } from '../../../shared/async/waiting.ts';

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

/** For everything that a request waits for but its body, taken together: the plugin has to be answered within 5 s. */
export const requestDeadlineMs = 4_500;

/** After the start of a request, however slowly its body comes in: the plugin gives up at 10 s. */
const answeredWithinMs = 9_000;

/** A deadline that stands still while the body of its request comes in. */
export interface StoppedDeadline {
  /** When the request began, by `performance.now()`. */
  readonly startedAt: number;
  /** What was left of its time when its body was waited for. */
  readonly leftMs: number;
}

/**
 * What is left once the body is there. How long that took is up to the player's line, and a report that was refused for it
 * would come again on the same line.
 */
export function resumeDeadline(
  { startedAt, leftMs }: StoppedDeadline,
  withinMs: number = answeredWithinMs,
): Deadline {
  return startDeadline(Math.min(leftMs, startedAt + withinMs - performance.now()));
}

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
