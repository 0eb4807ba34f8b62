import { readVerdicts } from '../../../projections/access/commands/carry-out.ts';
import type { Logger } from '../../../shared/logger.ts';
import { describeError } from '../../../shared/logger.ts';
import { pause, within } from '../../../shared/waiting.ts';
import { carryOutErasure } from '../../operations/carry-out-erasure.ts';
import { emptyLateRecords } from '../../operations/empty-late-records.ts';
import type { OperationHub } from '../../operations/operation-hub.ts';

const lookEveryMs = 60_000;
const atOnce = 100;
/** A stop waits for it. */
const shownWithinMs = 2_500;
/** What takes longer than a stop may wait ends with the database's connections, and is done again after the next start. */
const stopWithinMs = 5_000;

/**
 * Finishes what was left half-done, at the start and each minute. A console that was killed in the middle of a command may
 * have left an erasure that the log has, and that did not get to the keys and the rows; other commands are done once the
 * log has them. And after any erasure, whoever gave it, comes what was on its way into the log meanwhile.
 * @returns how to stop; resolves when nothing is under way, or after 5 s
 */
export function finishCommands(hub: OperationHub, logger: Logger): () => Promise<void> {
  const stopping = new AbortController();

  /** What cannot be done now is tried again in a minute. */
  async function attempt(work: Promise<void>, failure: string): Promise<void> {
    await work.catch((error: unknown) => {
      logger.warn({ problem: describeError(error) }, failure);
    });
  }

  async function keep(): Promise<void> {
    while (!stopping.signal.aborted) {
      await attempt(finishLeft(hub), 'commands of a console that ended cannot be finished now');
      await attempt(emptyLateRecords(hub), 'late records of those who were erased cannot be emptied now');
      await pause(lookEveryMs, stopping.signal, { ref: false });
    }
  }

  const keeping = keep();
  return () => {
    stopping.abort();
    return within(stopWithinMs, keeping, () => {});
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
