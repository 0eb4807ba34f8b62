import { listenForStop } from '../../shared/async/stop-signals.ts';
import { OperatorError } from '../../shared/errors/errors.ts';
import { createProgressDisplay, type ProgressDisplay } from './terminal/progress-display.ts';
import { reportFailure } from './terminal/report-failure.ts';

/** The work has usually ended by then: a batch, a page or a segment takes less time. */
const forceStopAfterMs = 9_500;

/** The tools of long-running work in a command. */
export interface InterruptibleWork {
  /** Aborted with an OperatorError `interrupted` when the command is asked to stop. */
  readonly signal: AbortSignal;
  /** Writes to stderr; ends with the work. */
  readonly display: ProgressDisplay;
}

/**
 * Runs work that may take minutes: shows progress, and Ctrl-C ends it between two steps. A second
 * Ctrl-C ends the process at once, and so does a wait of 9.5 s, with the same message.
 * @param left the end of the message: the state after an interruption, and the next step
 */
export async function runInterruptible<Result>(
  left: string,
  work: (running: InterruptibleWork) => Promise<Result>,
): Promise<Result> {
  const display = createProgressDisplay(process.stderr);
  const reason = new OperatorError('interrupted', `interrupted: ${left}`);
  const stop = listenForStop(forceStopAfterMs, () => {
    display.end();
    reportFailure(reason, process.argv.includes('--json'));
  });
  const interrupted = new AbortController();
  void stop.requested.then(() => interrupted.abort(reason));
  try {
    return await work({ signal: interrupted.signal, display });
  } finally {
    display.end();
    stop.close();
  }
}
