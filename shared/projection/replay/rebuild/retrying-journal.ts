import { retryUntil } from '../../../async/waiting.ts';
import { LogUnavailable, OperatorError } from '../../../errors/errors.ts';
import type { Journal } from '../../../log/journal.ts';

const answersWithinMs = 60_000;
const askEveryMs = 500;

/**
 * Waits for a broker that restarts or answers slowly. Reads throw an OperatorError when the log
 * does not answer for a minute, or `signal` is aborted in the meantime.
 */
export function createRetryingJournal(
  journal: Journal,
  signal: AbortSignal,
  withinMs: number = answersWithinMs,
): Journal {
  async function ask<Result>(work: () => Promise<Result>): Promise<Result> {
    const mayPass = (error: unknown) => error instanceof LogUnavailable;
    try {
      return await retryUntil(work, { withinMs, everyMs: askEveryMs, signal, mayPass });
    } catch (error) {
      if (!mayPass(error)) throw error;
      if (signal.aborted) throw interruption();
      throw new OperatorError('no_log', 'the log does not answer; run the command again to continue', {
        cause: error,
      });
    }
  }

  const { log } = journal;
  return {
    ...journal,
    decode: (records) => ask(() => journal.decode(records)),
    log: {
      ...log,
      read: (places, options) => ask(() => log.read(places, options)),
      ends: (streams) => ask(() => log.ends(streams)),
    },
  };
}

export function interruption(): OperatorError {
  return new OperatorError('interrupted', 'the rebuild was interrupted; run the command again to continue');
}
