import type { RunningProcess } from '../../shared/process/start-process.ts';
import { listenForStop } from '../../shared/stop-signals.ts';

/** Within the 10 s that a service manager has to wait (operations.md, Processes). */
const forceAfterMs = 9_500;

/** Runs a process until it is asked to stop. @throws OperatorError when it cannot start, or cannot continue */
export async function runUntilStopped<Running extends RunningProcess>(
  start: () => Promise<Running>,
  onReady: (running: Running) => void,
): Promise<void> {
  const stop = listenForStop(forceAfterMs);
  try {
    const running = await start();
    try {
      onReady(running);
      await Promise.race([stop.requested, running.failed]);
    } finally {
      await running.close();
    }
  } finally {
    stop.close();
  }
}
