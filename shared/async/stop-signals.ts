export interface StopSignals {
  /** Resolves with the name of the first request. */
  readonly requested: Promise<string>;
  /** Aborted at the first request. */
  readonly signal: AbortSignal;
  /** Stops listening. Until then the channel to the launcher keeps this process alive. */
  close(): void;
}

/**
 * Signals this close together count once: npm forwards a Ctrl-C that the terminal has sent already.
 */
const samePressMs = 500;

/** On the clock of `performance.now()`; null before a request. */
let forcedEndAt: number | null = null;

/**
 * A second request ends the process at once with exit code 1, or with SIGKILL while a file
 * operation runs. The process kills itself `forceAfterMs` after the first request.
 * @param onForced called just before such an end
 * @param why the reason of the signal
 */
export function listenForStop(
  forceAfterMs: number,
  onForced: () => void = () => {},
  why?: Error,
): StopSignals {
  const stopping = new AbortController();
  const { promise: requested, resolve } = Promise.withResolvers<string>();
  let firstAt: number | undefined;
  let killTimer: NodeJS.Timeout | undefined;

  function stop(reason: string): void {
    if (firstAt === undefined) {
      firstAt = performance.now();
      forcedEndAt = firstAt + forceAfterMs;
      killTimer = setTimeout(() => force(killThisProcess), forceAfterMs);
      killTimer.unref();
      resolve(reason);
      stopping.abort(why);
    } else if (performance.now() - firstAt > samePressMs) {
      // An exit waits for the threads of the pool, and a thread on a hanging mount never ends.
      const isReading = process.getActiveResourcesInfo().some((name) => name.startsWith('FSReq'));
      force(isReading ? killThisProcess : () => process.exit(1));
    }
  }

  function force(end: () => void): void {
    try {
      onForced();
    } finally {
      end();
    }
  }

  const onDisconnect = () => stop('the launcher ended');
  for (const signal of signals) process.on(signal, stop);
  process.on('disconnect', onDisconnect);

  return {
    requested,
    signal: stopping.signal,
    close: () => {
      clearTimeout(killTimer);
      for (const signal of signals) process.off(signal, stop);
      process.off('disconnect', onDisconnect);
    },
  };
}

/**
 * A thread on a hanging mount would keep the process for ever. The timer does not keep the process
 * alive.
 */
export function killIfStillRunning(withoutStopRequestMs: number): void {
  const leftMs = forcedEndAt === null ? withoutStopRequestMs : Math.max(0, forcedEndAt - performance.now());
  setTimeout(() => {
    try {
      const open = process.getActiveResourcesInfo().join(', ');
      process.stderr.write(`hub: this process did not end by itself, so it kills itself (open: ${open})\n`);
    } finally {
      killThisProcess();
    }
  }, leftMs).unref();
}

/** `process.exit` would wait for the threads of the pool. */
function killThisProcess(): void {
  process.kill(process.pid, 'SIGKILL');
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
