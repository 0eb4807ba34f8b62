import { sql } from 'slonik';
import { z } from 'zod';
import { auditActions } from '../../../shared/log/record-in-audit.ts';
import type { Sql } from '../../../shared/postgres/database.ts';
import type { QuotedSchema } from '../../../shared/postgres/quoted-schema.ts';
import { generationTable, statementOf } from '../../../shared/postgres/slonik-statement.ts';
import { auditedTypes } from '../membership-entries.ts';

/** Null leaves a filter out. */
export interface EntriesRequest {
  /** The schema of the live generation. */
  readonly schema: QuotedSchema;
  /** Epoch ms, included. */
  readonly from: number;
  /** Epoch ms, not included. */
  readonly until?: number | undefined;
  /** Such as `cli:root`, `hub` or `member:<id>`. `cli` is every user of the command line. */
  readonly actors: readonly string[] | null;
  /** Whole actions, or words of actions, as `key` of `key-created`. */
  readonly actions: readonly string[] | null;
  /** Any of these ids. */
  readonly about: readonly string[] | null;
  /** Only entries older than the entry with this id. */
  readonly before: string | null;
  readonly limit: number;
}

export const EntryFound = z.object({
  id: z.string(),
  /** Epoch ms. */
  at: z.int(),
  actor: z.string().nullable(),
  action: z.string(),
  about: z.array(z.string()),
  /** JSON text. */
  details: z.string(),
});

export type AuditEntry = z.infer<typeof EntryFound>;

const shownActor = sql.fragment`
  case when actor = 'cli' and operator is not null then 'cli:' || operator else actor end`;

/** Newest first. Empty when `before` is an unknown id. */
export async function readEntries(database: Sql, request: EntriesRequest): Promise<AuditEntry[]> {
  const { schema, from, until = null, actors, actions, about, before, limit } = request;
  const entry = generationTable(schema, 'entry');
  const query = sql.type(EntryFound)`
    select record_id::text as id, at, actor, action, about, details
    from (
      select record_id, at, action, about, details, ${shownActor} as actor
      from ${entry}
      where action is not null and at >= ${from} and (${until}::bigint is null or at < ${until}::bigint)
    ) entry
    where (${actors === null} or actor = any(${sql.array(actors ?? [], 'text')})
        or (split_part(actor, ':', 1) = 'cli' and 'cli' = any(${sql.array(actors ?? [], 'text')})))
      and (${actions === null} or action = any(${sql.array(actions ?? [], 'text')})
        or string_to_array(action, '-') && ${sql.array(actions ?? [], 'text')})
      and (${about === null} or about && ${sql.array(about ?? [], 'text')})
      and (${before}::uuid is null or (at, record_id) < (select at, record_id from ${entry} where record_id = ${before}::uuid))
    order by at desc, record_id desc
    limit ${limit}`;
  return database.many(statementOf(query));
}

export const knownActions: readonly string[] = [...auditedTypes, ...auditActions].sort();

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

const Newest = z.object({ memberId: z.string(), at: z.int() });

/** When each member did something last, epoch ms. */
export async function readNewestOfMembers(
  database: Sql,
  { schema, action }: { readonly schema: QuotedSchema; readonly action: string },
): Promise<ReadonlyMap<string, number>> {
  const query = sql.type(Newest)`
    select member_id as "memberId", max(at) as at
    from ${generationTable(schema, 'entry')}
    where action = ${action} and member_id is not null
    group by member_id`;
  const rows = await database.many(statementOf(query));
  return new Map(rows.map(({ memberId, at }) => [memberId, at]));
}
