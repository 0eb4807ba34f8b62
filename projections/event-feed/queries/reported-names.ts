import { sql } from 'slonik';
import { z } from 'zod';
import type { FeedTables } from './event-page.ts';

/** Each name once, as `searchedName` gives it. */
export interface ReportedNames {
  readonly items: readonly string[];
  readonly sources: readonly string[];
}

/** Bounds for each account, so that an account takes no place from other accounts. */
const namesOfAccountMax = 2_000;
const dropsOfAccountMax = 500;

const ReportedNameRow = z.object({ name: z.string(), is_source: z.boolean() });

/** The names of items, and the sources of the 500 newest drops, of each account. */
export function reportedNames({ itemName, accountDrop }: FeedTables, reporters: readonly string[]) {
  const accounts = sql.fragment`unnest(${sql.array(reporters, 'text')}) as reporter (id)`;
  return sql.type(ReportedNameRow)`
    select distinct of_account.name, false as is_source
    from ${accounts}
    cross join lateral (
      select name
      from ${itemName}
      where account_id = reporter.id collate "C"
      order by account_id, name, item_id
      limit ${namesOfAccountMax}::bigint
    ) of_account
    union all
    select distinct of_account.source_name, true
    from ${accounts}
    cross join lateral (
      select source_name
      from ${accountDrop}
      where account_id = reporter.id collate "C"
      order by account_id desc, seq desc
      limit ${dropsOfAccountMax}::bigint
    ) of_account
    where of_account.source_name is not null`;
}
