import { unavailableError } from '../errors/api-error.ts';

const waitMaxMs = 2_000;
const waitingDefault = { ofKey: 64, ofAllKeys: 64 };

/**
 * Limits the bytes that the answers of each key have in memory at once. May count anything else
 * that a key has at once.
 */
export interface ByteBudget {
  /**
   * Requests of a key wait in their order until enough bytes are free.
   * @returns a function that frees the bytes; a second call does nothing
   * @throws ApiError 503 after a wait of 2 s, or instead of the wait when too many requests wait
   * already
   */
  reserve(key: string, bytes: number): Promise<() => void>;
  /**
   * Does not wait.
   * @throws ApiError 503 when too few bytes are free, or when a request of the key waits
   */
  reserveNow(key: string, bytes: number): () => void;
}

interface Waiting {
  readonly bytes: number;
  readonly start: () => void;
}

/**
 * @param bytesMax bytes of all answers of a key; a single answer must not have more
 * @param waitingMax requests that may wait; 64 by default
 */
export function createByteBudget(bytesMax: number, waitingMax = waitingDefault): ByteBudget {
  const reserved = new Map<string, number>();
  const queues = new Map<string, Waiting[]>();
  let waitingCount = 0;

  function change(key: string, by: number): void {
    const bytes = (reserved.get(key) ?? 0) + by;
    if (bytes === 0) reserved.delete(key);
    else reserved.set(key, bytes);
  }

  const fits = (key: string, bytes: number) => (reserved.get(key) ?? 0) + bytes <= bytesMax;

  const mustWait = (key: string, bytes: number) => queues.has(key) || !fits(key, bytes);

  function hold(key: string, bytes: number): () => void {
    change(key, bytes);
    return once(() => {
      change(key, -bytes);
      startWaiting(key);
    });
  }

  function startWaiting(key: string): void {
    for (let first = queues.get(key)?.[0]; first !== undefined && fits(key, first.bytes); ) {
      first.start();
      first = queues.get(key)?.[0];
    }
  }

  function leaveQueue(key: string, waiting: Waiting): void {
    const left = (queues.get(key) ?? []).filter((each) => each !== waiting);
    if (left.length === 0) queues.delete(key);
    else queues.set(key, left);
    waitingCount -= 1;
  }

  function wait(key: string, bytes: number): Promise<() => void> {
    const waitingOfKey = queues.get(key)?.length ?? 0;
    if (waitingOfKey >= waitingMax.ofKey || waitingCount >= waitingMax.ofAllKeys) throw unavailableError();
    return new Promise((resolve, reject) => {
      const leave = () => {
        clearTimeout(timer);
        leaveQueue(key, waiting);
      };
      const waiting: Waiting = {
        bytes,
        start: () => {
          leave();
          resolve(hold(key, bytes));
        },
      };
      const timer = setTimeout(() => {
        leave();
        reject(unavailableError());
        startWaiting(key);
      }, waitMaxMs);
      queues.set(key, [...(queues.get(key) ?? []), waiting]);
      waitingCount += 1;
    });
  }

  return {
    reserve: async (key, bytes) => (mustWait(key, bytes) ? wait(key, bytes) : hold(key, bytes)),
    reserveNow: (key, bytes) => {
      if (mustWait(key, bytes)) throw unavailableError();
      return hold(key, bytes);
    },
  };
}

function once(run: () => void): () => void {
  let isDone = false;
  return () => {
    if (!isDone) {
      isDone = true;
      run();
    }
  };
}
