import { readVerdicts } from '../../../projections/access/commands/carry-out.ts';
import type { Logger } from '../../../shared/logger.ts';
import { describeError } from '../../../shared/logger.ts';
import { pause } from '../../../shared/waiting.ts';
import { carryOutErasure } from '../../operations/carry-out-erasure.ts';
import type { OperationHub } from '../../operations/operation-hub.ts';

const lookEveryMs = 60_000;
const atOnce = 100;
/** A stop waits for it. */
const shownWithinMs = 2_500;

/**
 * Finishes what a console left that was killed in the middle of a command, at the start and each minute: an erasure that the
 * log has, and that did not get to the keys and the rows. Other commands are done once the log has them.
 * @returns how to stop; resolves when nothing is under way
 */
export function finishCommands(hub: OperationHub, logger: Logger): () => Promise<void> {
  const stopping = new AbortController();

  async function keep(): Promise<void> {
    while (!stopping.signal.aborted) {
      // What cannot be done now is tried again in a minute.
      await finishLeft(hub).catch((error: unknown) => {
        logger.warn(
          { problem: describeError(error) },
          'commands of a console that ended cannot be finished now',
        );
      });
      await pause(lookEveryMs, stopping.signal, { ref: false });
    }
  }

  const keeping = keep();
  return () => {
    stopping.abort();
    return keeping;
  };
}

async function finishLeft(hub: OperationHub): Promise<void> {
  const { database, directory, journal } = hub;
  const left = await database.many<{ recordId: string }>({
    text: `select request_id as "recordId"
           from console.command
           where state = 'given' and given_at < clock_timestamp() - interval '1 minute'
           order by given_at desc
           limit $1`,
    values: [atOnce],
  });
  const verdicts = left.length === 0 ? new Map<string, null>() : await readVerdicts(database, left);
  const granted = [...verdicts].filter(([, refusal]) => refusal === null).map(([id]) => id);
  if (granted.length === 0) return;
  // A verdict may be newer than the copy of this process, which then lacks the erasure that it granted.
  const [membership] = await journal.log.ends(['hub.membership']);
  const { erased } = await directory.atLeast(membership?.end ?? 0, shownWithinMs);
  if (erased.size > 0) await carryOutErasure(hub, [...erased]);
  await database.run({
    text: `update console.command set state = 'granted' where request_id = any($1::uuid[])`,
    values: [granted],
  });
}
