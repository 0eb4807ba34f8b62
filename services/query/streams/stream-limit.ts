import { pause } from '../../../shared/async/waiting.ts';
import { createByteBudget } from './byte-budget.ts';

/**
 * Limits the memory that the large answers of a key take at once. Also runs the work for large
 * answers piece by piece, with a pause after each piece.
 */
export interface StreamLimit {
  /**
   * Reserves memory for an answer that is not in memory yet. Waits up to 2 s for free memory of the
   * key.
   * @param bytes the size with which the answer counts; 1 MiB when not given
   * @throws ApiError 503 when the key has too little free memory after 2 s, or when too many
   * requests wait already
   */
  reserve(keyId: string, bytes?: number): Promise<Reservation>;
  /**
   * Reserves memory for an answer that is in memory already. Does not wait, because the answer
   * would keep its memory in the meantime.
   * @throws ApiError 503 when the key has too little free memory, or a request of the key waits
   */
  reserveNow(keyId: string, bytes: number): Reservation;
  /**
   * Does a piece of work for a large answer when it is its turn. The pieces of all answers run one
   * after the other, in the order of the calls. A pause follows each piece: four times as long as
   * the piece took, at most 50 ms.
   * @throws the errors of `piece`
   */
  work<Result>(piece: () => Promise<Result>): Promise<Result>;
}

/** The reserved memory of one large answer. */
export interface Reservation {
  /** Frees the memory. A second call does nothing. */
  release(): void;
}

/** Monotonic, in ms; replaced in tests. */
interface Time {
  now(): number;
  pause(ms: number): Promise<void>;
}

/**
 * An answer that is read while it is sent has about 200 KB in memory, and counts as 1 MiB. A key
 * may have eight such answers: a known live map reads eight trails in parallel.
 */
const streamedBytes = 2 ** 20;
/** An answer counts as at most this many bytes. A page of 500 usual events has a tenth of this. */
const answerBytesMax = 4 * 2 ** 20;
const perKeyMax = 8 * streamedBytes;
/**
 * The pause after a piece takes this many times as long as the piece. Without a pause the longest
 * answer kept a core of PostgreSQL busy for a minute, and other requests took five times as long.
 */
const pauseShare = 4;
const pauseMaxMs = 50;

/**
 * Limits the large answers of a key to 8 MiB together (decisions.md, Ranges and histories). One
 * client must not fill the memory of the process.
 */
export function createStreamLimit(time: Time = { now: () => performance.now(), pause }): StreamLimit {
  const budget = createByteBudget(perKeyMax);
  return {
    work: createWorkQueue(time),
    reserve: async (keyId, bytes = streamedBytes) => ({
      release: await budget.reserve(keyId, Math.min(bytes, answerBytesMax)),
    }),
    reserveNow: (keyId, bytes) => ({ release: budget.reserveNow(keyId, Math.min(bytes, answerBytesMax)) }),
  };
}

/**
 * Runs the pieces of all answers one after the other. A pause follows each piece. The queue needs
 * no limit: each answer has at most one piece in the queue.
 */
function createWorkQueue(time: Time): StreamLimit['work'] {
  let before: Promise<void> = Promise.resolve();
  return (piece) => {
    let startedAt = 0;
    const done = before.then(() => {
      startedAt = time.now();
      return piece();
    });
    const paused = () => time.pause(Math.min(pauseMaxMs, (time.now() - startedAt) * pauseShare));
    before = done.then(paused, paused);
    return done;
  };
}
