/**
 * Requests to stop: Ctrl-C, a service manager, a closed terminal, or the end of the process that
 * started this process.
 */
export interface StopSignals {
  /** Resolves at the first request to stop, with its name. */
  readonly requested: Promise<string>;
  /** Stops listening. Until then the channel to the launcher keeps this process alive. */
  close(): void;
}

/**
 * npm forwards Ctrl-C to a program that got it from the terminal already, so signals this close
 * together count once.
 */
const samePressMs = 500;

/**
 * When the process must have ended after a request to stop, as `performance.now()`; null before a
 * request.
 */
let endsBefore: number | null = null;

/**
 * Listens for requests to stop. A second request ends the process at once with exit code 1, or with
 * SIGKILL while a file operation runs. The process kills itself `forceAfterMs` after the first
 * request. Acknowledged records are not lost.
 * @param onForced called just before such an end
 */
export function listenForStop(forceAfterMs: number, onForced: () => void = () => {}): StopSignals {
  const { promise: requested, resolve } = Promise.withResolvers<string>();
  let firstAt: number | undefined;
  let force: NodeJS.Timeout | undefined;

  function stop(reason: string): void {
    if (firstAt === undefined) {
      firstAt = performance.now();
      endsBefore = firstAt + forceAfterMs;
      force = setTimeout(kill, forceAfterMs);
      force.unref();
      resolve(reason);
    } else if (performance.now() - firstAt > samePressMs) {
      end();
    }
  }

  function end(): void {
    // An exit waits for the threads of the pool, and a thread on a hanging mount never ends.
    const isReading = process.getActiveResourcesInfo().some((name) => name.startsWith('FSReq'));
    onForced();
    if (isReading) killThisProcess();
    else process.exit(1);
  }

  function kill(): void {
    onForced();
    killThisProcess();
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

/**
 * Kills this process when it is still there long after its work has ended: a thread on a hanging
 * mount would keep it for ever. Keeps nothing alive itself. After a request to stop, the time of
 * that request counts.
 * @param withinMs without a request to stop
 */
export function killIfStillRunning(withinMs: number): void {
  const leftMs = endsBefore === null ? withinMs : Math.max(0, endsBefore - performance.now());
  setTimeout(killThisProcess, leftMs).unref();
}

/** SIGKILL, because `process.exit` waits for the threads of the pool. */
function killThisProcess(): void {
  process.kill(process.pid, 'SIGKILL');
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
