import { refused } from '../../../projections/access/commands/command-refused.ts';
import { startPeriodicTask } from '../../../shared/async/periodic-task.ts';
import type { Logger } from '../../../shared/observability/logger.ts';
import type { Database } from '../../../shared/postgres/database.ts';
import { findLive } from '../../../shared/projection/generations/generations.ts';
import { carryOutErasure } from '../../operations/erasure/carry-out-erasure.ts';
import { emptyLateRecords } from '../../operations/erasure/empty-late-records.ts';
import type { OperationHub } from '../../operations/operation-hub.ts';
import { forgetPastHours } from '../api/export-hour.ts';

const lookEveryMs = 60_000;
const atOnce = 100;
/** A stop waits for it. */
const shownWithinMs = 2_500;

/**
 * Finishes what was left half-done, at the start and each minute. A console that was killed in the middle of a command may
 * have left an erasure that the log has, and that did not get to the keys and the rows; other commands are done once the
 * log has them. And after any erasure, whoever gave it, comes what was on its way into the log meanwhile. It also
 * forgets, an hour later, when a member took their data out.
 * @returns how to stop; resolves when nothing is under way, or after 5 s
 */
export function finishCommands(
  hub: OperationHub,
  logger: Logger,
  everyMs = lookEveryMs,
): () => Promise<void> {
  const start = (name: string, run: () => Promise<unknown>) =>
    startPeriodicTask({ name, run, everyMs, logger });
  const tasks = [
    start('completion of commands of a console that ended', () => finishLeft(hub)),
    start('removal of the times of data exports', () => forgetPastHours(hub.database)),
    start('removal of late records of erased members', () => emptyLateRecords(hub)),
  ];
  // A run that a stop does not wait for fails with the database connections, and is repeated after the next start.
  return async () => {
    await Promise.all(tasks.map((task) => task.stop()));
  };
}

async function finishLeft(hub: OperationHub): Promise<void> {
  const { database, directory, journal } = hub;
  const left = await decidedAndLeft(database);
  const refusals = left.flatMap(({ recordId, refusal }) =>
    refusal === null ? [] : [{ recordId, message: refused(refusal).message }],
  );
  if (refusals.length > 0) await settleRefused(database, refusals);
  const granted = left.flatMap(({ recordId, refusal }) => (refusal === null ? [recordId] : []));
  if (granted.length === 0) return;
  // A verdict may be newer than the copy of this process, which then lacks the erasure that it granted.
  const [membership] = await journal.log.ends(['hub.membership']);
  const { erased } = await directory.atLeast(membership?.end ?? 0, shownWithinMs);
  if (erased.size > 0) await carryOutErasure(hub, [...erased]);
  await database.run({
    text: `update console.command set state = 'granted' where record_id = any($1::uuid[]) and state = 'given'`,
    values: [granted],
  });
}

/** What its own console settled meanwhile stays as that settled it. */
async function settleRefused(
  database: Database,
  refusals: readonly { readonly recordId: string; readonly message: string }[],
): Promise<void> {
  await database.run({
    text: `update console.command c set state = 'refused', message = r.message
           from unnest($1::uuid[], $2::text[]) as r (record_id, message)
           where c.record_id = r.record_id and c.state = 'given'`,
    values: [refusals.map(({ recordId }) => recordId), refusals.map(({ message }) => message)],
  });
}

interface LeftCommand {
  readonly recordId: string;
  /** Null: granted. */
  readonly refusal: Parameters<typeof refused>[0] | null;
}

/**
 * What was given over a minute ago, was decided since, and is not settled: the oldest. Those without a verdict are left out
 * before the limit, since they stay, and so many of them would hide one with a verdict.
 */
async function decidedAndLeft(database: Database): Promise<readonly LeftCommand[]> {
  const live = await findLive(database, 'access');
  if (live === null) return [];
  return database.many<LeftCommand>({
    text: `select c.record_id as "recordId", v.refusal
           from console.command c
           join ${live.schema}.verdict v on v.record_id = c.record_id::text
           where c.state = 'given' and c.given_at < clock_timestamp() - interval '1 minute'
           order by c.given_at
           limit $1`,
    values: [atOnce],
  });
}
