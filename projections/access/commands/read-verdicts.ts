import { pollUntil } from '../../../shared/async/waiting.ts';
import type { NewEvent } from '../../../shared/events/event.ts';
import type { Sql } from '../../../shared/postgres/database.ts';
import { findLive } from '../../../shared/projection/generations/generations.ts';
import type { Refusal } from '../model/refusal.ts';
import { OutcomeUnknown } from './outcome-unknown.ts';

/** By record id; null for a granted command. A command that is not folded has no entry. */
export type Verdicts = ReadonlyMap<string, Refusal | null>;

type Command = Pick<NewEvent, 'recordId'>;

const verdictsWithinMs = 2_000;
const readEveryMs = 100;

export async function readVerdicts(sql: Sql, commands: readonly Command[]): Promise<Verdicts> {
  if (commands.length === 0) return new Map();
  const live = await findLive(sql, 'access');
  if (live === null) return new Map();
  const verdicts = await sql.many<{ readonly record_id: string; readonly refusal: Refusal | null }>({
    text: `select record_id, refusal from ${live.schema}.verdict where record_id = any($1)`,
    values: [commands.map(({ recordId }) => recordId)],
  });
  return new Map(verdicts.map(({ record_id: recordId, refusal }) => [recordId, refusal]));
}

/**
 * Reads the verdicts of commands that the directory already shows. After a promotion, the live
 * tables can be some records behind the directory, so this waits up to 2 s for them. Only parked
 * commands have no entry.
 * @throws OutcomeUnknown when a command has no verdict in time
 */
export async function waitForVerdicts(sql: Sql, commands: readonly Command[]): Promise<Verdicts> {
  const verdicts = await pollUntil(
    async () => {
      const known = await readVerdicts(sql, commands);
      const others = commands.filter(({ recordId }) => !known.has(recordId));
      return (await areParked(sql, others)) ? known : null;
    },
    { withinMs: verdictsWithinMs, everyMs: readEveryMs },
  );
  if (verdicts === null) throw new OutcomeUnknown('the live tables do not have the verdict yet');
  return verdicts;
}

/** True without commands. */
async function areParked(sql: Sql, commands: readonly Command[]): Promise<boolean> {
  if (commands.length === 0) return true;
  const { parked } = await sql.one<{ parked: number }>({
    text: `select count(distinct record_id)::integer as parked
           from projection.parked
           where projection = 'access' and record_id = any($1)`,
    values: [commands.map(({ recordId }) => recordId)],
  });
  return parked === commands.length;
}
