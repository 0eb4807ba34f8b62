/** Requests to stop: Ctrl-C, a service manager, a closed terminal, or the end of the process that started this process. */
export interface StopSignals {
  /** Resolves at the first request to stop, with its name. */
  readonly requested: Promise<string>;
  /** Stops listening. Until then the channel to the launcher keeps this process alive. */
  close(): void;
}

/** npm forwards Ctrl-C to a program that got it from the terminal already, so signals this close together count once. */
const samePressMs = 500;

/**
 * Listens for requests to stop. A second request, or `forceAfterMs` after the first, ends the process at once with exit
 * code 1. Acknowledged records are not lost.
 * @param onForced called just before such an end
 */
export function listenForStop(forceAfterMs: number, onForced: () => void = () => {}): StopSignals {
  const { promise: requested, resolve } = Promise.withResolvers<string>();
  let firstAt: number | undefined;
  let force: NodeJS.Timeout | undefined;

  function stop(reason: string): void {
    if (firstAt === undefined) {
      firstAt = performance.now();
      force = setTimeout(end, forceAfterMs);
      force.unref();
      resolve(reason);
    } else if (performance.now() - firstAt > samePressMs) {
      end();
    }
  }

  function end(): void {
    onForced();
    process.exit(1);
  }

  const onDisconnect = () => stop('the launcher ended');
  for (const signal of signals) process.on(signal, stop);
  process.on('disconnect', onDisconnect);

  return {
    requested,
    close: () => {
      clearTimeout(force);
      for (const signal of signals) process.off(signal, stop);
      process.off('disconnect', onDisconnect);
    },
  };
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
