import { within } from './waiting.ts';

export interface CloseOptions {
  /**
   * The longest wait for each close, because a connection to a machine that vanished ends after
   * many minutes. All closes together have no limit: a session that is never asked to close would
   * take the hub lock again later.
   */
  readonly eachWithinMs?: number;
}

/** Collects the parts that a process opened, and closes them once, in the reverse order. */
export interface Lifecycle {
  /**
   * Registers a part to close. The latest is closed first. A part that comes after `close` is
   * closed at once.
   */
  onClose(close: () => Promise<void> | void): void;
  /**
   * Registers a call before anything is closed, so that slow parts can end at the same time as the
   * rest. A call that comes after `close` runs at once. Must not throw.
   */
  onClosing(call: () => void): void;
  /** Closes all parts, also after a failure. @throws AggregateError with all failures */
  close(options?: CloseOptions): Promise<void>;
}

export function createLifecycle(): Lifecycle {
  const closers: (() => Promise<void> | void)[] = [];
  const calls: (() => void)[] = [];
  let closing: Promise<void> | undefined;

  async function closeAll({ eachWithinMs }: CloseOptions): Promise<void> {
    const failures: unknown[] = [];
    for (const call of calls) call();
    for (let close = closers.pop(); close !== undefined; close = closers.pop()) {
      try {
        const closed = Promise.try(close);
        await (eachWithinMs === undefined ? closed : within(eachWithinMs, closed, () => {}));
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw new AggregateError(failures, 'could not close everything');
  }

  return {
    onClose: (close) => {
      if (closing === undefined) closers.push(close);
      // Nobody waits for the failure of a part that was opened too late.
      else void Promise.try(close).catch(() => {});
    },
    onClosing: (call) => {
      if (closing === undefined) calls.push(call);
      else call();
    },
    close: (options = {}) => {
      closing ??= closeAll(options);
      return closing;
    },
  };
}
