import { commandRefused } from '../../../projections/access/commands/command-event.ts';
import { accessProjection } from '../../../projections/access/projection.ts';
import type { Database } from '../../../shared/postgres/database.ts';
import { findOwnLive } from '../../../shared/projection/generations/generations.ts';
import { finishErasures } from '../../operations/erasure/finish-erasures.ts';
import type { OperationHub } from '../../operations/operation-hub.ts';

const batchMax = 100;
const directoryWithinMs = 2_500;

/**
 * Finishes erasures of a killed console, whose keys and rows may still exist. Other commands are
 * complete once the log has them, and are only marked.
 */
export async function finishInterruptedCommands(hub: OperationHub): Promise<void> {
  const { database, directory, journal } = hub;
  const left = await decidedAndLeft(database);
  const refusals = left.flatMap(({ recordId, refusal }) =>
    refusal === null ? [] : [{ recordId, message: commandRefused(refusal).message }],
  );
  if (refusals.length > 0) await settleRefused(database, refusals);
  const granted = left.flatMap(({ recordId, refusal }) => (refusal === null ? [recordId] : []));
  if (granted.length === 0) return;
  // A verdict may be newer than this process's directory, which then lacks the granted erasure.
  const [membership] = await journal.log.ends(['hub.membership']);
  await finishErasures(hub, await directory.atLeast(membership?.end ?? 0, directoryWithinMs));
  await database.run({
    text: `update console.command set state = 'granted' where record_id = any($1::uuid[]) and state = 'given'`,
    values: [granted],
  });
}

/** Skips commands that their own console has marked in the meantime. */
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
  /** Null for a granted command. */
  readonly refusal: Parameters<typeof commandRefused>[0] | null;
}

/** Commands without a verdict stay for days, and would fill the batch. */
async function decidedAndLeft(database: Database): Promise<readonly LeftCommand[]> {
  const live = await findOwnLive(database, accessProjection);
  if (live === null) return [];
  return database.many<LeftCommand>({
    text: `select c.record_id as "recordId", v.refusal
           from console.command c
           join ${live.schema}.verdict v on v.record_id = c.record_id::text
           where c.state = 'given' and c.given_at < clock_timestamp() - interval '1 minute'
           order by c.given_at
           limit $1`,
    values: [batchMax],
  });
}
