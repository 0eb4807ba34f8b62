import { hourMs } from '../../../shared/domain/durations.ts';
import type { Sql } from '../../../shared/postgres/database.ts';
import type { ResolvedRange } from './resolve-range.ts';

export interface SeriesRequest {
  /** Quoted schema of the live generation. */
  readonly schema: string;
  readonly accountId: string;
  readonly skill: string;
  readonly range: ResolvedRange;
}

/** About 50 KB of text: what one read of a socket takes. 200 KB at once made 140 MB of garbage between collections. */
const samplesAtOnce = 1_250;

/**
 * The buckets of a range in which xp changed, oldest first, after the value in effect at its start, carried in as the
 * bucket before (decisions.md, Points). At most 5,000 points, as the JSON text `["2026-09-14T10:00:00.000Z",123],...`, in
 * pieces to be joined by commas: the database writes it, since 5,000 rows a skill kept the event loop busy for up to 17 ms.
 */
export async function* readSeries(sql: Sql, request: SeriesRequest): AsyncGenerator<string> {
  const { first, end } = request.range;
  if (first === end) return;
  for (let after: number | null = null; ; ) {
    const { points, count, last } = await readPiece(sql, request, after);
    if (points !== null) yield points;
    if (count < samplesAtOnce) return;
    after = last;
  }
}

interface Piece {
  readonly points: string | null;
  /** Samples, without the value carried in. */
  readonly count: number;
  /** Bucket of the last sample. */
  readonly last: number | null;
}

function readPiece(
  sql: Sql,
  { schema, accountId, skill, range }: SeriesRequest,
  after: number | null,
): Promise<Piece> {
  const { tier, first, end, keptFrom } = range;
  return sql.one<Piece>({
    // Without slonik's tags: building the statement with them took 13 % more CPU of this process.
    // The first sample of the range holds the value before it. Only a range without samples needs a look-up: in the tier
    // where it is certainly kept, else in the hours, which are kept for ever.
    text: `with samples as materialized (
             select bucket, xp, before
             from ${schema}.${tier.table}
             where account_id = $1 and skill = $2 and bucket >= coalesce($7::bigint + 1, $3) and bucket < $4
             order by bucket
             limit ${samplesAtOnce}
           )
           select (select count(*) from samples) as count,
             (select max(bucket) from samples) as last,
             string_agg(
               '[' || rtrim(to_json(to_timestamp(bucket / 1000) at time zone 'utc')::text, '"') || '.000Z",' || xp || ']',
               ',' order by bucket) as points
           from (
             select $3::bigint - $5::bigint as bucket,
               case
                 when exists (select from samples) then (select before from samples limit 1)
                 else coalesce(
                   (select xp
                    from ${schema}.${tier.table}
                    where account_id = $1 and skill = $2 and bucket >= $6 and bucket < $3
                    order by bucket desc
                    limit 1),
                   (select xp
                    from ${schema}.sample_1h
                    where account_id = $1 and skill = $2 and bucket <= $3::bigint - ${hourMs}
                    order by bucket desc
                    limit 1))
               end as xp
             where $7 is null
             union all
             select bucket, xp
             from samples
           ) points
           where xp is not null`,
    values: [accountId, skill, first, end, tier.bucketMs, keptFrom, after],
    name: `xp-series ${schema} ${tier.table}`,
  });
}

/** Every skill that any account has, so that a query may name it. */
export async function readKnownSkills(sql: Sql, schema: string): Promise<string[]> {
  const rows = await sql.many<{ skill: string }>({
    text: `select distinct skill
           from ${schema}.skill`,
    name: `xp-skills ${schema}`,
  });
  return rows.map((row) => row.skill);
}
