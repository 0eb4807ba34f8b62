import { within } from './waiting.ts';

export interface CloseOptions {
  /**
   * What is not closed by then is left to itself: a connection to a machine that has vanished takes 15 minutes to end. It
   * is a limit for each and not for the whole, because all of it has to be told to close: a session left out would take
   * the hub's lock again later.
   */
  readonly eachWithinMs?: number;
}

/** Collects what a process has opened, and closes it once, in the reverse order. */
export interface Lifecycle {
  /** Registers what to close; the latest is closed first. What comes after `close` was called is closed at once. */
  onClose(close: () => Promise<void> | void): void;
  /**
   * Registers what is told once that `close` was called, before anything is closed: what needs a while to end can do so
   * beside all the rest. What comes later is told at once. Must not throw.
   */
  onClosing(tell: () => void): void;
  /** Closes everything, even if closing something fails. @throws AggregateError with all failures, if there were any */
  close(options?: CloseOptions): Promise<void>;
}

export function createLifecycle(): Lifecycle {
  const closers: (() => Promise<void> | void)[] = [];
  const told: (() => void)[] = [];
  let closing: Promise<void> | undefined;

  async function closeAll({ eachWithinMs }: CloseOptions): Promise<void> {
    const failures: unknown[] = [];
    for (const tell of told) tell();
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
      // It was opened too late for anybody to hear of its failure.
      else void Promise.try(close).catch(() => {});
    },
    onClosing: (tell) => {
      if (closing === undefined) told.push(tell);
      else tell();
    },
    close: (options = {}) => {
      closing ??= closeAll(options);
      return closing;
    },
  };
}
