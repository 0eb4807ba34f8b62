import { within } from '../../../shared/async/waiting.ts';

/** The remaining time of a request. */
export interface Deadline {
  /** At least 1, because a timeout of 0 means no timeout to some callers. */
  remainingMs(): number;
  /**
   * Waits for `work`.
   * @throws DeadlineExceeded when it takes longer; then `work` continues, and its result is ignored
   */
  within<Result>(work: Promise<Result>): Promise<Result>;
}

export class DeadlineExceeded extends Error {
  override readonly name = 'DeadlineExceeded';
}

/** The time for all steps of a request except its body: the hub should answer within 5 s. */
export const requestDeadlineMs = 4_500;

/**
 * The time from the start of a request to its answer, including a slow body: the plugin gives up
 * after 10 s.
 */
const answeredWithinMs = 9_000;

/** A deadline that is paused while the body of its request comes in. */
export interface PausedDeadline {
  /** When the request began, by `performance.now()`. */
  readonly startedAt: number;
  /** The remaining time when the body began to come in. */
  readonly leftMs: number;
}

/**
 * Resumes the deadline when the body is there. The time in which the body comes in does not count:
 * after a 503, the client would send the same slow body again.
 */
export function resumeDeadline(
  { startedAt, leftMs }: PausedDeadline,
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
