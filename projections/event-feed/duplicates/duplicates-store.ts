import { comparedForMs, sameWithinMs } from '../../../shared/events/same-event.ts';
import type { GenerationTx } from '../../../shared/projection/projection.ts';
import { writeRows } from '../../../shared/projection/tables/write-rows.ts';
import { comparedTypes, reporterOf, typesComparedByData } from './comparable-content.ts';
import type {
  ComparedEvent,
  Duplicate,
  KnownEvent,
  RecentEvent,
  ReporterOfAccount,
} from './find-duplicates.ts';

export async function saveReporters(tx: GenerationTx, rows: readonly ReporterOfAccount[]): Promise<void> {
  await writeRows(tx, reporterTable, rows, { onConflict: 'fail' });
}

const reporterTable = {
  table: 'account_reporter',
  columns: { account_id: 'text', reporter: 'text' },
  key: ['account_id', 'reporter'],
} as const;

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

/**
 * Events of compared types, recorded from `from` on. Reads by `seq`, because a build drops the
 * other indexes.
 */
export async function readLatestEvents(
  tx: GenerationTx,
  accountIds: readonly string[],
  from: number,
): Promise<readonly ComparedEvent[]> {
  const before = await tx.maybeOne<{ seq: number }>({
    text: `select seq from ${tx.schema}.event where received_at < $1 order by seq desc limit 1`,
    values: [from],
  });
  return tx.many<ComparedEvent>({
    text: `select seq, account_id, type, occurred_at, received_at, value_gp, item_id, skill, level, tier, special_world,
                  case when type = any ($4) then data else '{}' end as data
           from ${tx.schema}.event
           where seq > $1 and account_id = any ($2) and type = any ($3)`,
    values: [before?.seq ?? 0, accountIds, comparedTypes, typesComparedByData],
  });
}

const duplicateTable = {
  table: 'duplicate',
  columns: { account_id: 'text', seq: 'int8', reporter: 'text', event_id: 'uuid', received_at: 'int8' },
  key: ['account_id', 'seq', 'event_id'],
} as const;

export async function saveDuplicates(tx: GenerationTx, duplicates: readonly Duplicate[]): Promise<void> {
  const rows = duplicates.map(({ seq, record }) => {
    const { account_id, event_id, received_at } = record;
    return { account_id, seq, reporter: reporterOf(record), event_id, received_at };
  });
  await writeRows(tx, duplicateTable, rows, { onConflict: 'fail', isNew: () => true });
}

const recentTable = {
  table: 'recent_event',
  columns: {
    account_id: 'text',
    seq: 'int8',
    reporter: 'text',
    what: 'text',
    items: 'text',
    occurred_at: 'int8',
    received_at: 'int8',
  },
  key: ['account_id', 'seq'],
} as const;

/** Also deletes events that are not recent any more. */
export async function saveRecent(tx: GenerationTx, rows: readonly RecentEvent[]): Promise<void> {
  if (rows.length === 0) return;
  await writeRows(tx, recentTable, rows, { onConflict: 'fail' });
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
