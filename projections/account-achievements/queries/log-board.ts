import { sql } from 'slonik';
import { dayMs } from '../../../shared/domain/durations.ts';
import { holdings } from '../../../shared/events/holdings.ts';
import { type AccountBoard, BoardRow } from '../../../shared/postgres/account-board.ts';
import type { QuotedSchema } from '../../../shared/postgres/quoted-schema.ts';
import { generationTable } from '../../../shared/postgres/slonik-statement.ts';

/**
 * `completed` of the collection log and its earliest time, as `readCollectionLog` answers it. The
 * count of a login and the count of events are chosen as `countOf` does.
 */
export function collectionLogBoard(schema: QuotedSchema): AccountBoard {
  const held = generationTable(schema, 'held');
  return sql.type(BoardRow)`
    with login as (
      select account_id, completed as value, updated_at as at
      from ${held}
      where type = ${holdings['collection-log-count'].type}
    ), event as (
      select account_id, value, updated_at as at
      from ${generationTable(schema, 'counter')}
      where counter = 'collection-log-count'
    ), count as (
      select account_id, case when of_event then event.value else login.value end as value,
        case when of_event then event.at else login.at end as at
      from login
      full join event using (account_id)
      cross join lateral (
        select login.at is null or coalesce(case
          when event.at >= login.at
            then event.value > login.value or (event.value < login.value and event.at - login.at >= ${dayMs})
          else not (login.value > event.value or (login.value < event.value and login.at - event.at >= ${dayMs}))
        end, false) as of_event
      ) as chosen
    ), kept as (
      select account_id, completed as value, updated_at as at
      from ${held}
      where type = ${holdings['collection-log'].type}
    )
    select account_id, greatest(count.value, kept.value) as value,
      case when count.value > kept.value then count.at when count.value < kept.value then kept.at
        else least(count.at, kept.at) end as at
    from count
    full join kept using (account_id)`;
}
