import { sql } from 'slonik';
import { z } from 'zod';
import { minuteMs } from '../../../shared/domain/durations.ts';
import type { Sql } from '../../../shared/postgres/database.ts';
import type { QuotedSchema } from '../../../shared/postgres/quoted-schema.ts';
import { generationTable, statementOf } from '../../../shared/postgres/slonik-statement.ts';

/** Minutes since the epoch, [from, to). */
export interface MinuteRange {
  readonly from: number;
  readonly to: number;
}

/** `minute` counts from the epoch. `packed` is input of `unpackTiles`. */
export interface WalkedMinute {
  readonly accountId: string;
  readonly minute: number;
  readonly packed: Buffer;
}

const WalkedRow = z.object({ account_id: z.string(), at: z.int(), tiles: z.string() });
const AccountRow = z.object({ account_id: z.string() });
const CountRow = z.object({ account_id: z.string(), at: z.int(), count: z.int() });

/**
 * Oldest first.
 * @param schema of the live generation
 */
export async function readWalkedMinutes(
  database: Sql,
  schema: QuotedSchema,
  { accountId, from, to, limit }: MinuteRange & { readonly accountId: string; readonly limit: number },
): Promise<WalkedMinute[]> {
  const query = sql.type(WalkedRow)`
    select account_id, at, encode(tiles, 'base64') as tiles
    from ${generationTable(schema, 'walked_minute')}
    where account_id = ${accountId} and at >= ${from * minuteMs} and at < ${to * minuteMs}
    order by at
    limit ${limit}`;
  const rows = await database.many(statementOf(query, `tile-trail minutes ${schema}`));
  return rows.map(walkedMinuteOf);
}

export async function readMinutesOf(
  database: Sql,
  schema: QuotedSchema,
  { accountIds, minutes }: { readonly accountIds: readonly string[]; readonly minutes: readonly number[] },
): Promise<WalkedMinute[]> {
  const times = minutes.map((minute) => minute * minuteMs);
  const query = sql.type(WalkedRow)`
    select account_id, at, encode(tiles, 'base64') as tiles
    from ${generationTable(schema, 'walked_minute')}
    where account_id = any(${sql.array([...accountIds], 'text')}) and at = any(${sql.array(times, 'int8')})`;
  return (await database.many(statementOf(query))).map(walkedMinuteOf);
}

export async function readTileCounts(
  database: Sql,
  schema: QuotedSchema,
  { accountIds, from, to }: MinuteRange & { readonly accountIds: readonly string[] },
): Promise<{ readonly accountId: string; readonly minute: number; readonly count: number }[]> {
  const query = sql.type(CountRow)`
    select account_id, at, count
    from ${generationTable(schema, 'walked_minute')}
    where account_id = any(${sql.array([...accountIds], 'text')})
      and at >= ${from * minuteMs} and at < ${to * minuteMs}`;
  const rows = await database.many(statementOf(query, `tile-trail counts ${schema}`));
  return rows.map(({ account_id, at, count }) => ({ accountId: account_id, minute: at / minuteMs, count }));
}

export async function findAccountsWithTiles(
  database: Sql,
  schema: QuotedSchema,
  { accountIds, from, to }: MinuteRange & { readonly accountIds: readonly string[] },
): Promise<string[]> {
  const query = sql.type(AccountRow)`
    select account_id
    from unnest(${sql.array([...accountIds], 'text')}) as asked (account_id)
    where exists (
      select from ${generationTable(schema, 'walked_minute')} walked
      where walked.account_id = asked.account_id
        and at >= ${from * minuteMs} and at < ${to * minuteMs})`;
  const rows = await database.many(statementOf(query, `tile-trail accounts ${schema}`));
  return rows.map(({ account_id }) => account_id);
}

function walkedMinuteOf({ account_id, at, tiles }: z.infer<typeof WalkedRow>): WalkedMinute {
  return { accountId: account_id, minute: at / minuteMs, packed: Buffer.from(tiles, 'base64') };
}
