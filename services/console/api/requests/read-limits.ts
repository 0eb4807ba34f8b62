import { minuteMs } from '../../../../shared/domain/durations.ts';
import { sessionRequestsPerMinute } from '../../../../shared/domain/session.ts';
import { ConsoleError } from '../../console-error.ts';

/** The limits of this process. */
export interface ReadLimits {
  /** @throws ConsoleError `too_many` above 600 requests a minute */
  count(sessionId: string): void;
  /** @throws ConsoleError `too_many_at_once` while two others run */
  runHeavy<Result>(read: () => Promise<Result>): Promise<Result>;
}

const heavyMax = 2;
const soonSeconds = 1;

interface Minute {
  /** Monotonic ms. */
  readonly startedAt: number;
  requests: number;
}

/** @param now monotonic, in ms */
export function createReadLimits(now: () => number = () => performance.now()): ReadLimits {
  /** In the order of their starts, the earliest first. */
  const minutes = new Map<string, Minute>();
  let heavy = 0;

  function minuteOf(sessionId: string, at: number): Minute {
    for (const [id, { startedAt }] of minutes) {
      if (at - startedAt < minuteMs) break;
      minutes.delete(id);
    }
    const known = minutes.get(sessionId);
    if (known !== undefined) return known;
    const minute = { startedAt: at, requests: 0 };
    minutes.set(sessionId, minute);
    return minute;
  }

  return {
    count: (sessionId) => {
      const at = now();
      const minute = minuteOf(sessionId, at);
      if (minute.requests >= sessionRequestsPerMinute) {
        throw tooMany(Math.ceil((minute.startedAt + minuteMs - at) / 1_000));
      }
      minute.requests += 1;
    },
    runHeavy: async (read) => {
      if (heavy >= heavyMax) throw tooManyAtOnce();
      heavy += 1;
      try {
        return await read();
      } finally {
        heavy -= 1;
      }
    },
  };
}

function tooMany(seconds: number): ConsoleError {
  const message = `this session sent more than ${sessionRequestsPerMinute} requests a minute: try again in ${seconds} s`;
  return new ConsoleError('too_many', message, seconds);
}

function tooManyAtOnce(): ConsoleError {
  const message = 'the hub answers other large requests: try again in a moment';
  return new ConsoleError('too_many_at_once', message, soonSeconds);
}
