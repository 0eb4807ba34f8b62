import { sql } from 'slonik';
import type { z } from 'zod';
import type { Sql } from '../../../shared/postgres/database.ts';
import { generationTable, statementOf } from '../../../shared/postgres/slonik-statement.ts';
import { findReadable } from '../../../shared/projection/generations/generations.ts';
import { rowSchema } from '../../../shared/projection/tables/row-schema.ts';
import { accountNamesProjection, reportedName } from '../projection.ts';

const NameRow = rowSchema(reportedName).omit({ number: true });

/** Newest first; `named_at` is the record time, epoch ms. */
export async function readNames(database: Sql, accountId: string): Promise<z.infer<typeof NameRow>[]> {
  const live = await findReadable(database, accountNamesProjection);
  if (live === null) return [];
  const query = sql.type(NameRow)`
    select name, named_at
    from ${generationTable(live.schema, 'name')}
    where account_id = ${accountId}
    order by number desc`;
  return database.many(statementOf(query, `account-names ${live.schema}`));
}
