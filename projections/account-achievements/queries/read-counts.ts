import { sql } from 'slonik';
import { z } from 'zod';
import { dayMs } from '../../../shared/domain/durations.ts';
import { type HoldingName, holdings } from '../../../shared/events/holdings.ts';
import type { AccountInTables } from '../../../shared/postgres/account-in-tables.ts';
import type { Sql } from '../../../shared/postgres/database.ts';
import { generationTable, statementOf } from '../../../shared/postgres/slonik-statement.ts';

const Held = z.object({ type: z.string(), updated_at: z.int(), content: z.json() });
export type Held = z.infer<typeof Held>;

/** A count of the account; `at` is the time of its report, epoch ms. */
export interface ReportedCount {
  readonly value: number;
  readonly total: number | null;
  readonly at: number;
}

/**
 * The last records of these holdings. A collection log has only its number of items as
 * `{completed}`. With events, their counters come as records of the same holding.
 */
export async function readHeld(
  database: Sql,
  { schema, accountId }: AccountInTables,
  { of: names, withEvents }: { readonly of: readonly HoldingName[]; readonly withEvents: boolean },
): Promise<readonly Held[]> {
  const types = sql.array(
    names.map((name) => holdings[name].type),
    'text',
  );
  const query = sql.type(Held)`
    select type, updated_at,
      case when type = ${holdings['collection-log'].type}
        then json_build_object('completed', completed)
        else content
      end as content
    from ${generationTable(schema, 'held')}
    where account_id = ${accountId} and type = any(${types})
    union all
    select counter || '-reported', updated_at, json_build_object('completed', value, 'total', total)
    from ${generationTable(schema, 'counter')}
    where ${withEvents} and account_id = ${accountId} and counter || '-reported' = any(${types})`;
  return database.many(statementOf(query, `held ${schema}`));
}

/**
 * The highest count of a holding and of events, and its earliest time. A lower count that is a day
 * newer is taken (rules/xp.md#falling-xp). Null when neither sent a count.
 */
export function countOf(held: readonly Held[], name: HoldingName): ReportedCount | null {
  const counts = held
    .filter(({ type }) => type === holdings[name].type)
    .map(({ updated_at: at, content }) => {
      const { completed: value = 0, total = null } = content as { completed?: number; total?: number };
      return { value, total, at };
    })
    .sort((left, right) => left.at - right.at);
  const [first, ...later] = counts;
  if (first === undefined) return null;
  const highest = later.reduce(
    (known, next) =>
      next.value > known.value || (next.value < known.value && next.at - known.at >= dayMs) ? next : known,
    first,
  );
  const totals = counts.flatMap(({ total }) => total ?? []);
  return { ...highest, total: totals.length === 0 ? null : Math.max(...totals) };
}
