/** Collects what a process has opened, and closes it once, in the reverse order. */
export interface Lifecycle {
  /** Registers what to close; the latest is closed first. What comes after `close` was called is closed at once. */
  onClose(close: () => Promise<void> | void): void;
  /** Closes everything, even if closing something fails. @throws AggregateError with all failures, if there were any */
  close(): Promise<void>;
}

export function createLifecycle(): Lifecycle {
  const closers: (() => Promise<void> | void)[] = [];
  let closing: Promise<void> | undefined;

  async function closeAll(): Promise<void> {
    const failures: unknown[] = [];
    for (let close = closers.pop(); close !== undefined; close = closers.pop()) {
      try {
        await close();
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
    close: () => {
      closing ??= closeAll();
      return closing;
    },
  };
}
