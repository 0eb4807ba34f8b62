import { sql } from 'slonik';
import { searchedName } from '../../../shared/domain/searched-name.ts';
import { type AccountBoard, BoardRow } from '../../../shared/postgres/account-board.ts';
import type { QuotedSchema } from '../../../shared/postgres/quoted-schema.ts';
import { generationTable } from '../../../shared/postgres/slonik-statement.ts';
import type { KillsRange } from './read-gained-kills.ts';

/** The kill count of a boss and its earliest time. Names are compared without case. */
export function killBoard(schema: QuotedSchema, boss: string): AccountBoard {
  return sql.type(BoardRow)`
    select account_id, kills as value, updated_at as at
    from ${generationTable(schema, 'boss')}
    where boss = ${searchedName(boss)} and kills is not null`;
}

/** The kills of a boss in a range, and the begin of the newest 5 minutes with a kill. */
export function gainedKillBoard(schema: QuotedSchema, boss: string, { from, to }: KillsRange): AccountBoard {
  return sql.type(BoardRow)`
    select account_id, sum(kills)::bigint as value, max(bucket) as at
    from ${generationTable(schema, 'gain')}
    where boss = ${searchedName(boss)} and bucket >= ${from}::bigint and bucket < ${to}::bigint
    group by account_id`;
}
