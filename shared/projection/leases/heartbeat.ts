import { clockSql } from '../../postgres/clock/clock-sql.ts';
import type { Sql } from '../../postgres/database.ts';
import { quoted } from '../../postgres/quoted-schema.ts';
import { checkpointAnswerMs, hasBarrierSql } from '../commit/checkpoints.ts';
import { type Generation, versionKey, versionKeySql } from '../generations/generation.ts';
import type { Projection } from '../projection.ts';
import type { LeaseRow, LeaseView } from './plan-leases.ts';
import type { WorkerHeartbeat } from './worker-watch.ts';

export interface Heartbeat extends KnownLeases {
  /** The database's clock, epoch ms. */
  readonly databaseNow: number;
  /** Their state before this beat. */
  readonly others: readonly WorkerHeartbeat[];
}

export interface KnownLeases {
  readonly generations: readonly { readonly generation: Generation; readonly view: LeaseView }[];
  /** Changes when a generation or a partition changes. */
  readonly digest: string;
}

export const noLeasesKnown: KnownLeases = { generations: [], digest: '' };

interface BeatRow {
  readonly digest: string;
  readonly database_now: number;
  readonly others: string;
  /** Null, like the other columns of `LeasedRow`, if there are no rows or all rows are known. */
  readonly version: string | null;
}

interface LeasedRow extends BeatRow, LeaseRow {
  readonly version: string;
  readonly generation: number;
  readonly schema_name: string;
  readonly workers: number;
  readonly rank: number;
}

/** JSON of `WorkerHeartbeat[]`: all processes that project, except `$1`. */
const othersSql = `(
  select coalesce(json_agg(json_build_object(
           'id', id,
           'beat', seen_at::text,
           'ageMs', (extract(epoch from clock_timestamp() - seen_at) * 1000)::bigint
         )), '[]')::text
  from projection.member
  where id <> $1
)`;

const beatText = `
  with beat as (
    insert into projection.member (id, seen_at, runs)
    values ($1, clock_timestamp(), $2)
    on conflict (id) do update set seen_at = excluded.seen_at, runs = excluded.runs
  ),
  silent as (
    select id, seen_at
    from unnest($3::uuid[], $4::timestamptz[]) as s (id, seen_at)
  ),
  forgotten as (
    delete from projection.member
    where id in (
      select id
      from projection.member
      join silent using (id, seen_at)
      -- Two processes that take each other for silent would wait for each other.
      for update of member skip locked
    )
  ),
  live as (
    select id, runs
    from projection.member
    where id <> $1 and (id, seen_at) not in (select id, seen_at from silent)
    union all
    select $1, $2
  ),
  leasable as (
    select g.projection, g.generation, g.schema_name, v.version,
           count(*)::int as workers,
           (count(*) filter (where l.id < $1))::int as rank
    from projection.generation g
    cross join lateral (select ${versionKeySql('g')} as version) as v
    join live l on v.version = any (l.runs)
    where v.version = any ($2) and g.state in ('live', 'ready')
    group by g.projection, g.generation, v.version
  ),
  found as (
    select g.version, g.generation, g.schema_name, g.workers, g.rank, c.stream, c.partition, c.epoch as fence,
           case
             when c.owner = $1 then 'mine'
             when c.owner in (select id from live) then 'other'
             else 'free'
           end as owner,
           case when ${hasBarrierSql} then c.barrier_at end as "barrierAt",
           c.next_offset as "nextOffset"
    from leasable g
    join projection.checkpoint c using (projection, generation)
  ),
  digested as (
    select coalesce(sum(hash_record_extended(f, 0)), 0)::text as digest
    from found f
  )
  select digested.digest, ${clockSql} as database_now, ${othersSql} as others, f.*
  from digested
  left join found f on digested.digest <> $5
  order by f.version, f.generation, f.stream, f.partition`;

/**
 * Reports this process as alive, and forgets `silent` processes that have sent no beat since. Reads
 * all partitions of the generations whose version this process has. The database sends the rows
 * only when they differ from `known`.
 */
export async function sendHeartbeat(
  sql: Sql,
  worker: string,
  projections: readonly Projection[],
  { silent, known }: { readonly silent: readonly WorkerHeartbeat[]; readonly known: KnownLeases },
): Promise<Heartbeat> {
  const byVersion = new Map(projections.map((projection) => [versionKey(projection), projection]));
  const rows = await sql.many<BeatRow | LeasedRow>({
    text: beatText,
    values: [
      worker,
      [...byVersion.keys()],
      silent.map(({ id }) => id),
      silent.map((row) => row.beat),
      known.digest,
    ],
    name: 'projection-beat',
    abandonAfterMs: checkpointAnswerMs,
  });
  const [first] = rows;
  if (first === undefined) throw new Error('a beat has no answer');
  const { digest, database_now: databaseNow, others } = first;
  const { generations } = digest === known.digest ? known : { generations: generationsOf(byVersion, rows) };
  return { generations, digest, databaseNow, others: JSON.parse(others) };
}

function generationsOf(
  byVersion: ReadonlyMap<string, Projection>,
  rows: readonly (BeatRow | LeasedRow)[],
): Heartbeat['generations'] {
  const leased = rows.filter((row): row is LeasedRow => row.version !== null);
  const grouped = Map.groupBy(leased, (row) => `${row.version} ${row.generation}`);
  return [...grouped.values()].flatMap((own) => {
    const [first] = own;
    const projection = byVersion.get(first?.version ?? '');
    if (first === undefined || projection === undefined) return [];
    const { generation: number, schema_name, workers, rank } = first;
    return [
      { generation: { projection, number, schema: quoted(schema_name) }, view: { rows: own, workers, rank } },
    ];
  });
}
