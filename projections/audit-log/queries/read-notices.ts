import { sql } from 'slonik';
import type { Sql } from '../../../shared/postgres/database.ts';
import type { QuotedSchema } from '../../../shared/postgres/quoted-schema.ts';
import { generationTable, statementOf } from '../../../shared/postgres/slonik-statement.ts';
import { type AuditEntry, EntryFound, shownActor } from './read-entries.ts';

export interface NoticesRequest {
  /** The schema of the live generation. */
  readonly schema: QuotedSchema;
  /** Epoch ms, included. */
  readonly from: number;
  /**
   * An item wants entries with one of its actions about one of its ids. An action is in one item
   * only.
   */
  readonly wanted: readonly { readonly actions: readonly string[]; readonly about: readonly string[] }[];
  /** `member-changed` counts only when this field changed. */
  readonly memberField: string;
  /** Entries of this actor would hide the entries of others. */
  readonly exceptActor: string;
  /** So that one action does not hide another. */
  readonly limitPerAction: number;
}

/** The newest entries of each wanted action, all sorted newest first. */
export async function readNotices(database: Sql, request: NoticesRequest): Promise<AuditEntry[]> {
  const { schema, from, wanted, memberField, exceptActor, limitPerAction } = request;
  const isWanted = wanted.map(
    ({ actions, about }) => sql.fragment`
      (action = any(${sql.array([...actions], 'text')}) and about && ${sql.array([...about], 'text')})`,
  );
  const query = sql.type(EntryFound)`
    select record_id::text as id, at, actor, action, about, details
    from (
      select record_id, at, action, about, details, ${shownActor} as actor,
        row_number() over (partition by action order by at desc, record_id desc) as place
      from ${generationTable(schema, 'entry')}
      where (${sql.join(isWanted, sql.fragment` or `)})
        and (action <> 'member-changed' or details::jsonb -> 'changed' ? ${memberField})
        and at >= ${from}
        and actor is distinct from ${exceptActor}
    ) entry
    where place <= ${limitPerAction}
    order by at desc, record_id desc`;
  return database.many(statementOf(query));
}
