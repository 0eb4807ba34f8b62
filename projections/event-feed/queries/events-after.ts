import { type IdentifierSqlToken, sql } from 'slonik';
import { type EventFilter, horizonOf, matching, PageRow } from './event-page.ts';

/**
 * The events after a sequence, one more than the limit to tell whether any follow. The horizon cuts outside: inside,
 * the planner would know nothing of it and take the range for narrow, and a filter that little matches would be looked
 * for along the whole feed. What lies beyond the horizon is the end of the order, so the cut loses nothing before it.
 */
export function eventsAfter(
  event: IdentifierSqlToken,
  settleMs: number,
  wanted: { readonly after: number; readonly filter: EventFilter; readonly limit: number },
) {
  return sql.type(PageRow)`
    with horizon as materialized (select ${horizonOf(event, settleMs)} as seq)
    select horizon.seq as horizon, row_to_json(page) as event
    from horizon
    left join (
      select seq, event_id, account_id, type, occurred_at, received_at, value_gp, item_id, npc_id, skill, level, tier,
        points, special_world, data
      from ${event}
      where seq > ${wanted.after}::bigint and ${matching(wanted.filter)}
      order by seq
      limit ${wanted.limit + 1}::bigint
    ) page on page.seq <= horizon.seq
    order by page.seq`;
}
