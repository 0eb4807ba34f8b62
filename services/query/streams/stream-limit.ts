import { pause } from '../../../shared/async/waiting.ts';
import { unavailableError } from '../errors/api-error.ts';

/**
 * Limits how many large answers each key may have at once, and answers that take as long to make, and what all of them
 * together take of the process.
 */
export interface StreamLimit {
  /**
   * @param bytes of an answer that is in memory as a whole, or what another counts as; one that is made as it is read counts
   * as the largest
   * @throws ApiError 503 when the key has no room for it
   */
  take(keyId: string, bytes?: number): StreamPermit;
  /**
   * Does a piece of a large answer's work when it is its turn. One piece is worked on at a time, of whichever answer, in the
   * order of the calls. After each piece nothing is worked on for four times as long as it took, 50 ms at most. @throws what
   * `piece` throws
   */
  work<Result>(piece: () => Promise<Result>): Promise<Result>;
}

/** The place of one large answer. */
export interface StreamPermit {
  /** Gives the place back; again does nothing. */
  release(): void;
}

/** Monotonic, in ms; replaced in tests. */
interface Time {
  now(): number;
  rest(ms: number): Promise<void>;
}

/** An answer counts as so many bytes at most. Pages of 500 events as the plugin sends them have a tenth of it. */
const answerBytes = 4 * 2 ** 20;
const perKeyMax = 2 * answerBytes;
/**
 * Without a rest the longest answer kept a core of PostgreSQL busy for a minute, and on two cores other requests took five
 * times as long; with a rest as long as the work the slowest hundredth of them took three times as long. What is left is
 * some 10 MB of text a second. Where each answer rested by itself, many of them at once left others nothing.
 */
const restShare = 4;
const restMaxMs = 50;

/**
 * At most two of the largest answers at once per key, or more of smaller ones, so that one client cannot hold the process
 * (decisions.md, Ranges and histories).
 */
export function createStreamLimit(time: Time = { now: () => performance.now(), rest: pause }): StreamLimit {
  const taken = new Map<string, number>();

  function change(keyId: string, by: number): void {
    const bytes = (taken.get(keyId) ?? 0) + by;
    if (bytes === 0) taken.delete(keyId);
    else taken.set(keyId, bytes);
  }

  return {
    work: createOneLane(time),
    take: (keyId, bytes = answerBytes) => {
      const counted = Math.min(bytes, answerBytes);
      if ((taken.get(keyId) ?? 0) + counted > perKeyMax) throw unavailableError();
      change(keyId, counted);
      let held = true;
      return {
        release: () => {
          if (held) change(keyId, -counted);
          held = false;
        },
      };
    },
  };
}

/** Each answer waits with one piece at most, so that as many wait as there are answers. */
function createOneLane({ now, rest }: Time): StreamLimit['work'] {
  let before: Promise<void> = Promise.resolve();
  return (piece) => {
    let startedAt = 0;
    const done = before.then(() => {
      startedAt = now();
      return piece();
    });
    const rested = () => rest(Math.min(restMaxMs, (now() - startedAt) * restShare));
    before = done.then(rested, rested);
    return done;
  };
}
