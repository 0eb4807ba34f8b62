import { within } from '../../../shared/async/waiting.ts';

export interface Deadline {
  /** At least 1, because a timeout of 0 means no timeout to some callers. */
  remainingMs(): number;
  /**
   * @throws DeadlineExceeded when `work` takes longer; then `work` continues, and its result is
   * ignored
   */
  within<Result>(work: Promise<Result>): Promise<Result>;
}

export class DeadlineExceeded extends Error {
  override readonly name = 'DeadlineExceeded';
}

/** For all steps except the body: the hub should answer within 5 s. */
export const requestDeadlineMs = 4_500;

/** From the start of a request, with a slow body: the plugin gives up after 10 s. */
const answeredWithinMs = 9_000;

export interface PausedDeadline {
  /** By `performance.now()`. */
  readonly startedAt: number;
  readonly leftMsBeforeBody: number;
}

/**
 * The time in which the body comes in does not count: after a 503, the client would send the same
 * slow body again.
 */
export function resumeDeadline(
  { startedAt, leftMsBeforeBody }: PausedDeadline,
  withinMs: number = answeredWithinMs,
): Deadline {
  return startDeadline(Math.min(leftMsBeforeBody, startedAt + withinMs - performance.now()));
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
