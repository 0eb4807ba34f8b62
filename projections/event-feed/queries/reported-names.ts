import { sql } from 'slonik';
import { z } from 'zod';
import type { FeedTables } from './event-page.ts';

export type NamesOf = 'items' | 'sources';

/** Bounds for each account, so that an account takes no place from other accounts. */
const namesOfAccountMax = 2_000;
const dropsOfAccountMax = 500;

const ReportedName = z.object({ name: z.string() });

/** The names of items, or the sources of the 500 newest drops, of each account. */
export function reportedNames(
  { itemName, accountDrop }: FeedTables,
  of: NamesOf,
  reporters: readonly string[],
) {
  const ofAccount =
    of === 'items'
      ? sql.fragment`
          select name
          from ${itemName}
          where account_id = reporter.id collate "C"
          order by account_id, name, item_id
          limit ${namesOfAccountMax}::bigint`
      : sql.fragment`
          select source_name as name
          from ${accountDrop}
          where account_id = reporter.id collate "C"
          order by account_id desc, seq desc
          limit ${dropsOfAccountMax}::bigint`;
  return sql.type(ReportedName)`
    select distinct of_account.name
    from unnest(${sql.array(reporters, 'text')}) as reporter (id)
    cross join lateral (${ofAccount}) of_account
    where of_account.name is not null`;
}
