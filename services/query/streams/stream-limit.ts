import { pause } from '../../../shared/async/waiting.ts';
import { createByteBudget } from './byte-budget.ts';

/**
 * Limits the memory that the large answers of a key take at once, and paces the work for large
 * answers.
 */
export interface StreamLimit {
  /**
   * For an answer that is not in memory yet. Waits up to 2 s for free memory of the key.
   * @param bytes 1 MiB when not given
   * @returns a function that frees the memory; a second call does nothing
   * @throws ApiError 503 after a wait of 2 s, or instead of the wait when too many requests wait
   * already
   */
  reserve(keyId: string, bytes?: number): Promise<() => void>;
  /**
   * For an answer that is in memory already. Does not wait. The answer would keep its memory during
   * the wait.
   * @returns as `reserve`
   * @throws ApiError 503 when the key has too little free memory, or a request of the key waits
   */
  reserveNow(keyId: string, bytes: number): () => void;
  /**
   * The pieces of all answers run one after the other, in the order of the calls. A pause follows
   * each piece: four times as long as the piece took, at most 50 ms.
   * @throws the errors of `piece`
   */
  work<Result>(piece: () => Promise<Result>): Promise<Result>;
}

/** Monotonic, in ms; replaced in tests. */
interface Time {
  now(): number;
  pause(ms: number): Promise<void>;
}

/**
 * A streamed answer counts as this many bytes by default. The answer itself takes about 200 KB of
 * memory.
 */
const streamedBytes = 2 ** 20;
/** An answer of more than 4 MiB counts as 4 MiB. */
const answerBytesMax = 4 * 2 ** 20;
/** A known live map reads eight trails in parallel. */
const keyBytesMax = 8 * streamedBytes;
/** Without pauses, the longest answer would slow other requests down. */
const pauseMsPerWorkedMs = 4;
const pauseMaxMs = 50;

/** Limits the large answers of a key to 8 MiB together (rules/histories.md#large-answers). */
export function createStreamLimit(time: Time = { now: () => performance.now(), pause }): StreamLimit {
  const budget = createByteBudget(keyBytesMax);
  return {
    work: createWorkQueue(time),
    reserve: (keyId, bytes = streamedBytes) => budget.reserve(keyId, Math.min(bytes, answerBytesMax)),
    reserveNow: (keyId, bytes) => budget.reserveNow(keyId, Math.min(bytes, answerBytesMax)),
  };
}

/** The queue has no limit, because each open answer has at most one piece in the queue. */
function createWorkQueue(time: Time): StreamLimit['work'] {
  let before: Promise<void> = Promise.resolve();
  return (piece) => {
    let startedAt = 0;
    const done = before.then(() => {
      startedAt = time.now();
      return piece();
    });
    const paused = () => time.pause(Math.min(pauseMaxMs, (time.now() - startedAt) * pauseMsPerWorkedMs));
    before = done.then(paused, paused);
    return done;
  };
}

/**
 * Reserved for each account in the memory of the key for large answers. This limits rankings that
 * are read at the same time.
 */
const bytesPerAccount = 4 * 1_024;

/**
 * Reads a ranking of this many accounts.
 * @throws errors of `StreamLimit.reserve` and of `piece`
 */
export async function workForAccounts<Result>(
  streamLimit: StreamLimit,
  { keyId, accounts }: { readonly keyId: string; readonly accounts: number },
  piece: () => Promise<Result>,
): Promise<Result> {
  const release = await streamLimit.reserve(keyId, accounts * bytesPerAccount);
  return streamLimit.work(piece).finally(release);
}
