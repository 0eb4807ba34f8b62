import { pollUntil } from '../../../shared/async/waiting.ts';
import type { NewEvent } from '../../../shared/events/event.ts';
import type { Sql } from '../../../shared/postgres/database.ts';
import { findOwnLive } from '../../../shared/projection/generations/generations.ts';
import type { Refusal } from '../model/refusal.ts';
import { accessProjection } from '../projection.ts';
import { OutcomeUnknown } from './outcome-unknown.ts';

/** By record id; null for a granted command. A command that is not folded has no entry. */
export type Verdicts = ReadonlyMap<string, Refusal | null>;

type Command = Pick<NewEvent, 'recordId' | 'subject'> & { readonly data: object };

const verdictsWithinMs = 2_000;
const readEveryMs = 100;

export async function readVerdicts(
  sql: Sql,
  commands: readonly Pick<NewEvent, 'recordId'>[],
): Promise<Verdicts> {
  if (commands.length === 0) return new Map();
  const live = await findOwnLive(sql, accessProjection);
  if (live === null) return new Map();
  const verdicts = await sql.many<{ readonly record_id: string; readonly refusal: Refusal | null }>({
    text: `select record_id, refusal from ${live.schema}.verdict where record_id = any($1)`,
    values: [commands.map(({ recordId }) => recordId)],
  });
  return new Map(verdicts.map(({ record_id: recordId, refusal }) => [recordId, refusal]));
}

/** By record id. `parked`: the fold cannot take the command. */
export type CommandVerdicts = ReadonlyMap<string, Refusal | 'parked' | null>;

/**
 * Reads the verdicts of commands that the directory already shows. After a promotion, the live
 * tables can be some records behind the directory. So this waits up to 2 s, and at most `leftMs`.
 * @throws OutcomeUnknown when a command has no verdict in time
 */
export async function waitForVerdicts(
  sql: Sql,
  commands: readonly Command[],
  leftMs = Number.POSITIVE_INFINITY,
): Promise<CommandVerdicts> {
  const verdicts = await pollUntil(
    async () => {
      const known = await readCommandVerdicts(sql, commands);
      return known.size < new Set(commands.map(({ recordId }) => recordId)).size ? null : known;
    },
    { withinMs: Math.min(leftMs, verdictsWithinMs), everyMs: readEveryMs },
  );
  if (verdicts === null) throw new OutcomeUnknown('the live tables do not have the verdict yet');
  return verdicts;
}

interface VerdictRow {
  readonly record_id: string;
  readonly is_decided: boolean;
  readonly refusal: Refusal | null;
  /** The fold ignores a command about an erased subject. */
  readonly is_erased: boolean;
  readonly is_parked: boolean;
}

async function readCommandVerdicts(sql: Sql, commands: readonly Command[]): Promise<CommandVerdicts> {
  const live = await findOwnLive(sql, accessProjection);
  if (live === null) return new Map();
  const rows = await sql.many<VerdictRow>({
    text: `select given.record_id, verdict.refusal, verdict.record_id is not null as is_decided,
                  exists (select from ${live.schema}.erased where subject = given.subject) as is_erased,
                  exists (
                    select
                    from projection.parked
                    where projection = 'access' and generation = $3 and record_id = given.record_id
                  ) as is_parked
           from unnest($1::text[], $2::text[]) as given (record_id, subject)
           left join ${live.schema}.verdict on verdict.record_id = given.record_id`,
    values: [
      commands.map(({ recordId }) => recordId),
      commands.map(({ subject }) => subject),
      live.generation,
    ],
  });
  const byRecordId = new Map(rows.map((row) => [row.record_id, row]));
  const verdicts = new Map<string, Refusal | 'parked' | null>();
  for (const command of commands) {
    const row = byRecordId.get(command.recordId);
    if (row?.is_decided) verdicts.set(command.recordId, row.refusal);
    else if (row?.is_erased) verdicts.set(command.recordId, refusalOfErased(command));
    else if (row?.is_parked) verdicts.set(command.recordId, 'parked');
  }
  return verdicts;
}

function refusalOfErased({ data }: Command): Refusal {
  return 'account_id' in data ? 'unknown_account' : 'unknown_member';
}
