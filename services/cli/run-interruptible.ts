import { listenForStop } from '../../shared/async/stop-signals.ts';
import { OperatorError } from '../../shared/errors/errors.ts';
import { createProgressDisplay, type ProgressDisplay } from './terminal/progress-display.ts';
import { reportFailure } from './terminal/report-failure.ts';

/** Longer than a batch, a page or a segment takes. */
const forceStopAfterMs = 9_500;

export interface InterruptibleWork {
  /** Aborted with an OperatorError `interrupted` when the command is asked to stop. */
  readonly signal: AbortSignal;
  readonly display: ProgressDisplay;
}

/**
 * Runs work that may take minutes. Ctrl-C ends the work between two steps. A second Ctrl-C, or a
 * wait of 9.5 s, ends the process.
 * @param left the end of the message: the state after an interruption, and the next step
 */
export async function runInterruptible<Result>(
  left: string,
  work: (running: InterruptibleWork) => Promise<Result>,
): Promise<Result> {
  const display = createProgressDisplay(process.stderr);
  const reason = new OperatorError('interrupted', `interrupted: ${left}`);
  const onForced = () => {
    display.end();
    reportFailure(reason, process.argv.includes('--json'));
  };
  const stop = listenForStop(forceStopAfterMs, onForced, reason);
  try {
    return await work({ signal: stop.signal, display });
  } finally {
    display.end();
    stop.close();
  }
}
