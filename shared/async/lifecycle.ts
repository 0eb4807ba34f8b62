import { within } from './waiting.ts';

export interface CloseOptions {
  /** How long servers answer requests, and say by their health that they end; 0 when not given. */
  readonly noticeMs?: number;
  /**
   * The longest wait for each close. All closes together have no limit: a session that is never
   * closed would take the hub lock again.
   */
  readonly eachWithinMs?: number;
}

/** Closes the parts of a process once, in the reverse order. */
export interface Lifecycle {
  /** Registers a part to close. After `close`, the part is closed at once. */
  onClose(close: (options: CloseOptions) => Promise<void> | void): void;
  /**
   * Registers a call that runs before the first part is closed; after `close`, at once. Must not
   * throw.
   */
  onClosing(call: () => void): void;
  /** Closes all parts, also after a failure. @throws AggregateError with all failures */
  close(options?: CloseOptions): Promise<void>;
}

export function createLifecycle(): Lifecycle {
  const closers: ((options: CloseOptions) => Promise<void> | void)[] = [];
  const calls: (() => void)[] = [];
  let closing: Promise<void> | undefined;

  async function closeAll(options: CloseOptions): Promise<void> {
    const { eachWithinMs } = options;
    const failures: unknown[] = [];
    for (const call of calls) call();
    for (let close = closers.pop(); close !== undefined; close = closers.pop()) {
      try {
        const closed = Promise.try(close, options);
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
      // Nobody waits for this part.
      else void Promise.try(close, {}).catch(() => {});
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
