import { pause } from '../../../shared/async/waiting.ts';
import { createRoom } from './wait-for-room.ts';

/**
 * Limits the large answers that each key may have at once, and the share of the process that all of
 * them take.
 */
export interface StreamLimit {
  /**
   * Waits up to 2 s for the place of an answer that is built as it is read.
   * @param bytes that the answer counts as; 1 MiB when not given
   * @throws ApiError 503 when the key has no room for it
   */
  take(keyId: string, bytes?: number): Promise<StreamPermit>;
  /**
   * The place of an answer that is in memory, which must not wait there.
   * @throws ApiError 503 when the key has no room for it
   */
  takeNow(keyId: string, bytes: number): StreamPermit;
  /**
   * Does a piece of a large answer's work when it is its turn. One piece is worked on at a time, of
   * whichever answer, in the order of the calls. After each piece nothing is worked on for four
   * times as long as it took, 50 ms at most.
   * @throws what
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

/**
 * An answer that is built as it is read holds its head and two chunks, some 200 KB. It counts as
 * more, so that a key has eight of them at once: a public live map asks for eight trails in
 * parallel.
 */
const builtBytes = 2 ** 20;
/**
 * An answer in memory counts as so many bytes at most. Pages of 500 events as the plugin sends them
 * have a tenth of it.
 */
const answerBytesMax = 4 * 2 ** 20;
const perKeyMax = 8 * builtBytes;
/**
 * The rest after each piece, as long as its work. Without a rest the longest answer kept a core of
 * PostgreSQL busy for a minute, and other requests took five times as long. All long answers share
 * one rest, because many separate rests would leave other requests nothing.
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
