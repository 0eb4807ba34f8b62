import { sql } from 'slonik';
import { dayMs } from '../../../shared/domain/durations.ts';
import { type RecordPeriod, recordPeriods } from '../../../shared/domain/record-periods.ts';
import { type AccountBoard, BoardRow } from '../../../shared/postgres/account-board.ts';
import type { QuotedSchema } from '../../../shared/postgres/quoted-schema.ts';
import { generationTable } from '../../../shared/postgres/slonik-statement.ts';

/** The level of a skill and when it was reached; the total level with the skill Overall. */
export function levelBoard(schema: QuotedSchema, skill: string): AccountBoard {
  return sql.type(BoardRow)`
    select account_id, level as value, level_at as at
    from ${generationTable(schema, 'skill')}
    where skill = ${skill}`;
}

/** The highest gain of a period and the begin of its range. */
export function recordBoard(schema: QuotedSchema, skill: string, period: RecordPeriod): AccountBoard {
  const gain = sql.identifier([`${period}_gain`]);
  return sql.type(BoardRow)`
    select account_id, ${gain} as value,
      (${sql.identifier([`${period}_last`])} + 1 - ${recordPeriods[period]}) * ${dayMs}::bigint as at
    from ${generationTable(schema, 'skill')}
    where skill = ${skill} and ${gain} > 0`;
}
