import type { GenerationTx } from '../../../shared/projection/projection.ts';
import type { StoredEvent } from '../stored-event.ts';
import { comparedTypes, reporterOf, typesComparedByData } from './comparable-content.ts';
import {
  comparedForMs,
  type Duplicate,
  type KnownEvent,
  type RecentEvent,
  type ReporterOfAccount,
  sameWithinMs,
} from './find-duplicates.ts';

export async function saveReporters(tx: GenerationTx, rows: readonly ReporterOfAccount[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.run({
    text: `insert into ${tx.schema}.account_reporter (account_id, reporter)
           select * from unnest($1::text[], $2::text[])`,
    values: [rows.map((row) => row.account_id), rows.map((row) => row.reporter)],
  });
}

export async function readRecent(
  tx: GenerationTx,
  records: readonly RecentEvent[],
): Promise<readonly KnownEvent[]> {
  if (records.length === 0) return [];
  const wanted = [...Map.groupBy(records, ({ account_id: id, what }) => `${id} ${what}`).values()].map(
    spanOf,
  );
  return tx.many<KnownEvent>({
    text: `select r.account_id, r.seq, r.reporter, r.what, r.items, r.occurred_at, r.received_at,
                  array(
                    select d.reporter from ${tx.schema}.duplicate d where (d.account_id, d.seq) = (r.account_id, r.seq)
                  ) as "reportedBy"
           from unnest($1::text[], $2::text[], $3::bigint[], $4::bigint[])
             as wanted (account_id, what, from_at, to_at)
           join ${tx.schema}.recent_event r
             on (r.account_id, r.what) = (wanted.account_id, wanted.what)
             and r.occurred_at between wanted.from_at and wanted.to_at`,
    values: [
      wanted.map((span) => span.account_id),
      wanted.map((span) => span.what),
      wanted.map((span) => span.from - sameWithinMs),
      wanted.map((span) => span.to + sameWithinMs),
    ],
  });
}

/** The records share account and content. */
function spanOf(records: readonly RecentEvent[]) {
  const [first] = records;
  if (first === undefined) throw new Error('a group has a record');
  let [from, to] = [first.occurred_at, first.occurred_at];
  for (const { occurred_at: at } of records) [from, to] = [Math.min(from, at), Math.max(to, at)];
  return { account_id: first.account_id, what: first.what, from, to };
}

type LatestEvent = Pick<
  StoredEvent,
  | 'seq'
  | 'account_id'
  | 'type'
  | 'occurred_at'
  | 'received_at'
  | 'value_gp'
  | 'item_id'
  | 'skill'
  | 'level'
  | 'tier'
  | 'special_world'
  | 'data'
>;

/**
 * Events of compared types, recorded from `from` on. Reads by `seq`, because a build drops the
 * other indexes.
 */
export async function readLatestEvents(
  tx: GenerationTx,
  accountIds: readonly string[],
  from: number,
): Promise<readonly LatestEvent[]> {
  const before = await tx.maybeOne<{ seq: number }>({
    text: `select seq from ${tx.schema}.event where received_at < $1 order by seq desc limit 1`,
    values: [from],
  });
  return tx.many<LatestEvent>({
    text: `select seq, account_id, type, occurred_at, received_at, value_gp, item_id, skill, level, tier, special_world,
                  case when type = any ($4) then data else '{}' end as data
           from ${tx.schema}.event
           where seq > $1 and account_id = any ($2) and type = any ($3)`,
    values: [before?.seq ?? 0, accountIds, comparedTypes, typesComparedByData],
  });
}

const duplicateColumns = {
  account_id: 'text',
  seq: 'int8',
  reporter: 'text',
  event_id: 'uuid',
  received_at: 'int8',
} as const;

export async function saveDuplicates(tx: GenerationTx, duplicates: readonly Duplicate[]): Promise<void> {
  if (duplicates.length === 0) return;
  const rows = duplicates.map(({ seq, record }) => {
    const { account_id, event_id, received_at } = record;
    return { account_id, seq, reporter: reporterOf(record), event_id, received_at };
  });
  if (tx.copyNew !== undefined) {
    return tx.copyNew('duplicate', duplicateColumns, rows);
  }
  await tx.run({
    text: `insert into ${tx.schema}.duplicate (account_id, seq, reporter, event_id, received_at)
           select * from unnest($1::text[], $2::bigint[], $3::text[], $4::uuid[], $5::bigint[])`,
    values: [
      rows.map((row) => row.account_id),
      rows.map((row) => row.seq),
      rows.map((row) => row.reporter),
      rows.map((row) => row.event_id),
      rows.map((row) => row.received_at),
    ],
  });
}

/** Also deletes events that are not recent any more. */
export async function saveRecent(tx: GenerationTx, rows: readonly RecentEvent[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.run({
    text: `insert into ${tx.schema}.recent_event (account_id, seq, reporter, what, items, occurred_at, received_at)
           select * from unnest($1::text[], $2::bigint[], $3::text[], $4::text[], $5::text[], $6::bigint[], $7::bigint[])`,
    values: [
      rows.map((row) => row.account_id),
      rows.map((row) => row.seq),
      rows.map((row) => row.reporter),
      rows.map((row) => row.what),
      rows.map((row) => row.items),
      rows.map((row) => row.occurred_at),
      rows.map((row) => row.received_at),
    ],
  });
  // Reads the rows of an account from both ends by the key: record times rise with the sequence.
  await tx.run({
    text: `with kept as (
             select accounts.account_id, (
               select seq
               from ${tx.schema}.recent_event r
               where r.account_id = accounts.account_id and r.received_at >= newest.received_at - $2
               order by seq
               limit 1
             ) as first_seq
             from unnest($1::text[]) as accounts (account_id)
             cross join lateral (
               select received_at
               from ${tx.schema}.recent_event r
               where r.account_id = accounts.account_id
               order by seq desc
               limit 1
             ) as newest
           )
           delete from ${tx.schema}.recent_event r
           using kept
           where r.account_id = kept.account_id and r.seq < kept.first_seq`,
    values: [[...new Set(rows.map((row) => row.account_id))], comparedForMs],
  });
}
