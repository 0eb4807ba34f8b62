import { LogUnavailable } from '../../../errors/errors.ts';
import { type StreamName, streamNames } from '../../../events/streams.ts';
import { createSharedAlarms } from './shared-alarms.ts';

/** Wakes readers that wait when a stream grew. A wake can be missed, so readers poll, too. */
export interface LogWakes {
  /** Wakes the readers that wait for one of these streams; by default for any stream. */
  wake(streams?: Iterable<StreamName>): void;
  /** The number of wakes so far. Taken before reading the log, so that no wake between the read and the wait is missed. */
  count(): number;
  /**
   * Resolves at the first wake of one of these streams after `count`, or at `until` by the monotonic clock. All that wait
   * for the same moment go on together, so that they can share what they read then.
   * @throws the signal's reason, LogUnavailable when closed
   */
  wait(streams: ReadonlySet<StreamName>, count: number, until: number, signal?: AbortSignal): Promise<void>;
  close(): void;
}

interface Waiter {
  readonly streams: ReadonlySet<StreamName>;
  done(error?: Error): void;
}

export function createLogWakes(): LogWakes {
  const waiters = new Set<Waiter>();
  const alarms = createSharedAlarms();
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
  ): Promise<void> {
    signal?.throwIfAborted();
    if (closed) throw closedError();
    for (const stream of streams) if ((lastWake.get(stream) ?? 0) > count) return;
    await new Promise<void>((resolve, reject) => {
      const onAbort = () => waiter.done(signal?.reason);
      const onTime = () => waiter.done();
      const waiter: Waiter = {
        streams,
        done: (error) => {
          alarms.clear(until, onTime);
          signal?.removeEventListener('abort', onAbort);
          waiters.delete(waiter);
          if (error === undefined) resolve();
          else reject(error);
        },
      };
      signal?.addEventListener('abort', onAbort, { once: true });
      waiters.add(waiter);
      alarms.set(until, onTime);
    });
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
