import { type IdentifierSqlToken, sql } from 'slonik';
import { type EventFilter, horizonOf, matching, PageRow } from './event-page.ts';

/** The newest settled events, oldest first. */
export function latestEvents(
  event: IdentifierSqlToken,
  settleMs: number,
  wanted: { readonly filter: EventFilter; readonly limit: number },
) {
  return sql.type(PageRow)`
    with horizon as materialized (select ${horizonOf(event, settleMs)} as seq)
    select horizon.seq as horizon, row_to_json(page) as event
    from horizon
    left join (
      select seq, event_id, account_id, type, occurred_at, received_at, value_gp, item_id, npc_id, skill, level, tier,
        points, special_world, data
      from ${event}
      where seq <= (select seq from horizon) and ${matching(wanted.filter)}
      order by seq desc
      limit ${wanted.limit}::bigint
    ) page on true
    order by page.seq`;
}
