import { sql } from 'slonik';
import { z } from 'zod';
import { minuteMs } from '../../../shared/domain/durations.ts';
import type { Sql } from '../../../shared/postgres/database.ts';
import type { QuotedSchema } from '../../../shared/postgres/quoted-schema.ts';
import { generationTable, statementOf } from '../../../shared/postgres/slonik-statement.ts';

const PointRow = z.object({
  minute: z.int(),
  at: z.int(),
  x: z.int(),
  y: z.int(),
  plane: z.int(),
  world: z.int().nullable(),
  is_on_boat: z.boolean().nullable(),
});
const AccountRow = z.object({ account_id: z.string() });
const TimeRow = z.object({ accountId: z.string(), minute: z.int(), at: z.int() });

/** `minute` counts from the epoch. */
export type MinutePoint = z.infer<typeof PointRow>;

/** Points in [from, to), epoch ms, from the minute `fromMinute` since the epoch on. */
export interface PointRange {
  readonly from: number;
  readonly to: number;
  readonly fromMinute: number;
}

interface PointsOfAccounts extends PointRange {
  readonly accountIds: readonly string[];
  readonly toMinute: number;
}

/**
 * Oldest first.
 * @param schema of the live generation
 */
export async function readPoints(
  database: Sql,
  schema: QuotedSchema,
  {
    accountId,
    from,
    to,
    fromMinute,
    limit,
  }: PointRange & { readonly accountId: string; readonly limit: number },
): Promise<MinutePoint[]> {
  const query = sql.type(PointRow)`
    select minute, at, x, y, plane, world, is_on_boat
    from ${generationTable(schema, 'point')}
    where account_id = ${accountId} and minute >= ${fromMinute} and minute < ${Math.ceil(to / minuteMs)}
      and at >= ${from} and at < ${to}
    order by minute
    limit ${limit}`;
  return database.many(statementOf(query, `location-trail points ${schema}`));
}

/** Points with `at` in [from, to), in minutes [fromMinute, toMinute). */
export async function readPointTimesOf(
  database: Sql,
  schema: QuotedSchema,
  { accountIds, from, to, fromMinute, toMinute }: PointsOfAccounts,
): Promise<z.infer<typeof TimeRow>[]> {
  const query = sql.type(TimeRow)`
    select account_id as "accountId", minute, at
    from ${generationTable(schema, 'point')}
    where account_id = any(${sql.array([...accountIds], 'text')})
      and minute >= ${fromMinute} and minute < ${toMinute} and at >= ${from} and at < ${to}`;
  return database.many(statementOf(query, `location-trail times ${schema}`));
}

/** The accounts with a point that `readPointTimesOf` would read. */
export async function findAccountsWithPoints(
  database: Sql,
  schema: QuotedSchema,
  { accountIds, from, to, fromMinute, toMinute }: PointsOfAccounts,
): Promise<string[]> {
  const query = sql.type(AccountRow)`
    select account_id
    from unnest(${sql.array([...accountIds], 'text')}) as asked (account_id)
    where exists (
      select from ${generationTable(schema, 'point')} point
      where point.account_id = asked.account_id
        and minute >= ${fromMinute} and minute < ${toMinute} and at >= ${from} and at < ${to})`;
  const rows = await database.many(statementOf(query, `location-trail accounts ${schema}`));
  return rows.map(({ account_id }) => account_id);
}

const PointTime = z.object({ at: z.int() });

/** Times of the points in the minutes from `from` to `to`, both included, epoch ms. */
export async function readPointTimes(
  database: Sql,
  schema: QuotedSchema,
  { accountId, from, to }: { readonly accountId: string; readonly from: number; readonly to: number },
): Promise<number[]> {
  const query = sql.type(PointTime)`
    select at
    from ${generationTable(schema, 'point')}
    where account_id = ${accountId}
      and minute between ${Math.floor(from / minuteMs)} and ${Math.floor(to / minuteMs)}
    order by minute`;
  return (await database.many(statementOf(query))).map(({ at }) => at);
}
