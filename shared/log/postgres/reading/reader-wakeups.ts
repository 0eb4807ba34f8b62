import { LogUnavailable } from '../../../errors/errors.ts';
import { type StreamName, streamNames } from '../../../events/streams.ts';

/** Wakes waiting readers when a stream grows. Readers also poll, because a wake-up can be lost. */
export interface LogWakeups {
  /** Wakes the readers of these streams; by default all readers. */
  wake(streams?: Iterable<StreamName>): void;
  /** Ask for the count before a read, so that `wait` also sees wake-ups during the read. */
  count(): number;
  /**
   * Resolves at the first wake-up of one of these streams after `count`, or at `until` by the
   * monotonic clock.
   * @returns whether it was a wake-up
   * @throws the signal's reason, LogUnavailable when closed
   */
  wait(
    streams: ReadonlySet<StreamName>,
    count: number,
    until: number,
    signal?: AbortSignal,
  ): Promise<boolean>;
  close(): void;
}

interface Waiter {
  readonly streams: ReadonlySet<StreamName>;
  done(error?: Error): void;
}

export function createLogWakeups(): LogWakeups {
  const waiters = new Set<Waiter>();
  const timers = createSharedTimers();
  const lastWake = new Map<StreamName, number>();
  let wakes = 0;
  let closed = false;

  function wake(streams: Iterable<StreamName> = streamNames): void {
    wakes += 1;
    const grown = new Set(streams);
    for (const stream of grown) lastWake.set(stream, wakes);
    for (const waiter of [...waiters]) {
      if (!waiter.streams.isDisjointFrom(grown)) waiter.done();
    }
  }

  async function wait(
    streams: ReadonlySet<StreamName>,
    count: number,
    until: number,
    signal?: AbortSignal,
  ): Promise<boolean> {
    signal?.throwIfAborted();
    if (closed) throw closedError();
    const isWoken = () => streams.values().some((stream) => (lastWake.get(stream) ?? 0) > count);
    if (isWoken()) return true;
    await new Promise<void>((resolve, reject) => {
      const onAbort = () => waiter.done(signal?.reason);
      const onTime = () => waiter.done();
      const waiter: Waiter = {
        streams,
        done: (error) => {
          timers.clear(until, onTime);
          signal?.removeEventListener('abort', onAbort);
          waiters.delete(waiter);
          if (error === undefined) resolve();
          else reject(error);
        },
      };
      signal?.addEventListener('abort', onAbort, { once: true });
      waiters.add(waiter);
      timers.set(until, onTime);
    });
    return isWoken();
  }

  return {
    wake,
    count: () => wakes,
    wait,
    close: () => {
      closed = true;
      for (const waiter of [...waiters]) waiter.done(closedError());
    },
  };
}

function closedError(): LogUnavailable {
  return new LogUnavailable('the log is closed');
}

/** Timers of the monotonic clock. Waiters for the same time continue together. */
interface SharedTimers {
  set(at: number, onTime: () => void): void;
  /** Must also be called after `onTime` was called. */
  clear(at: number, onTime: () => void): void;
}

interface SharedTimer {
  timer: NodeJS.Timeout;
  readonly calls: Set<() => void>;
}

function createSharedTimers(): SharedTimers {
  const timers = new Map<number, SharedTimer>();

  function newTimer(at: number): SharedTimer {
    const startTimer = () => setTimeout(fire, Math.ceil(at - performance.now()));
    const fire = () => {
      // Timers count from the start of the event loop's turn, so a timer may fire early.
      if (performance.now() < at) shared.timer = startTimer();
      else for (const call of shared.calls) call();
    };
    const shared: SharedTimer = { timer: startTimer(), calls: new Set() };
    timers.set(at, shared);
    return shared;
  }

  return {
    set: (at, onTime) => void (timers.get(at) ?? newTimer(at)).calls.add(onTime),
    clear: (at, onTime) => {
      const shared = timers.get(at);
      shared?.calls.delete(onTime);
      if (shared?.calls.size !== 0) return;
      clearTimeout(shared.timer);
      timers.delete(at);
    },
  };
}
