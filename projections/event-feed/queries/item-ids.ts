import { sql } from 'slonik';
import { z } from 'zod';
import type { FeedTables } from './event-page.ts';

/** Items as a client names them. */
export interface WantedItems {
  readonly ids: readonly number[];
  /** Results of `searchedName`. */
  readonly names: readonly string[];
  /** Only names that these accounts reported count. */
  readonly reporters: readonly string[];
}

/** Ids of a request, because each id costs a look into an index. */
export const itemIdsMax = 1_000;
const idsOfAccountMax = 20;
const lowestId = -Number.MAX_SAFE_INTEGER;

const NamedId = z.object({ item_id: z.int() });

/**
 * At most 20 ids of each name and account. The first id of each account comes first, so that an
 * account with many ids takes no place from the other accounts.
 */
export function idsOfNames({ itemName }: FeedTables, { names, reporters }: WantedItems) {
  // Row comparisons in the order of an index instead of `name =`. For a common name, the planner
  // may read the whole table.
  return sql.type(NamedId)`
    with known as materialized (
      select name
      from unnest(${sql.array(names, 'text')}) as wanted (name)
      where wanted.name = (
        select next.name
        from ${itemName} next
        where (next.name, next.item_id) >= (wanted.name collate "C", ${lowestId}::bigint)
        order by next.name, next.item_id
        limit 1
      )
    )
    select of_account.item_id
    from known
    cross join unnest(${sql.array(reporters, 'text')}) as reporter (id)
    cross join lateral (
      select item_id, row_number() over (order by account_id, name, item_id) as place
      from ${itemName}
      where (account_id, name, item_id) >= (reporter.id collate "C", known.name collate "C", ${lowestId}::bigint)
        and (account_id, name, item_id) <= (reporter.id collate "C", known.name collate "C", ${-lowestId}::bigint)
      order by account_id, name, item_id
      limit ${idsOfAccountMax}::bigint
    ) of_account
    group by of_account.item_id
    order by min(of_account.place), of_account.item_id
    limit ${itemIdsMax}::bigint`;
}
