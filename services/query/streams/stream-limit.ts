import { pause } from '../../../shared/async/waiting.ts';
import { createRoom } from './wait-for-room.ts';

/**
 * Limits how many bytes of large answers each key may have at once, and how much of its time the
 * process spends on large answers.
 */
export interface StreamLimit {
  /**
   * Waits up to 2 s for a place for an answer that is not in memory yet.
   * @param bytes the size with which the answer counts; 1 MiB when not given
   * @throws ApiError 503 when the key has no room for it
   */
  take(keyId: string, bytes?: number): Promise<StreamPermit>;
  /**
   * Takes a place for an answer that is in memory. Does not wait, because a waiting answer would
   * keep its memory.
   * @throws ApiError 503 when the key has no room for it
   */
  takeNow(keyId: string, bytes: number): StreamPermit;
  /**
   * Does a piece of work for a large answer when it is its turn. The pieces of all answers run one
   * after the other, in the order of the calls. A rest follows each piece: four times as long as
   * the piece took, at most 50 ms.
   * @throws the errors of `piece`
   */
  work<Result>(piece: () => Promise<Result>): Promise<Result>;
}

/** The place of one large answer. */
export interface StreamPermit {
  /** Gives the place back. A second call does nothing. */
  release(): void;
}

/** Monotonic, in ms; replaced in tests. */
interface Time {
  now(): number;
  rest(ms: number): Promise<void>;
}

/**
 * A streamed answer holds its head and two chunks, about 200 KB. It counts as this many bytes, so
 * that a key has eight such answers: a public live map reads eight trails in parallel.
 */
const builtBytes = 2 ** 20;
/** An answer counts as at most this many bytes. A page of 500 usual events has a tenth of this. */
const answerBytesMax = 4 * 2 ** 20;
const perKeyMax = 8 * builtBytes;
/**
 * The rest after a piece takes this many times as long as the piece. Without a rest the longest
 * answer kept a core of PostgreSQL busy for a minute, and other requests took five times as long.
 */
const restShare = 4;
const restMaxMs = 50;

/**
 * At most 8 MiB of answers at once per key, so that one client cannot hold the process
 * (decisions.md, Ranges and histories).
 */
export function createStreamLimit(time: Time = { now: () => performance.now(), rest: pause }): StreamLimit {
  const room = createRoom(perKeyMax);
  return {
    work: createOneLane(time),
    take: async (keyId, bytes = builtBytes) => ({
      release: await room.take(keyId, Math.min(bytes, answerBytesMax)),
    }),
    takeNow: (keyId, bytes) => ({ release: room.takeNow(keyId, Math.min(bytes, answerBytesMax)) }),
  };
}

/**
 * Runs pieces one after the other, with a rest after each piece. All answers share one lane, so
 * that no answer works during the rest of another answer. The queue needs no limit, because each
 * answer has at most one piece in the queue.
 */
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
