import { pollUntil } from '../../../async/waiting.ts';
import { OperatorError } from '../../../errors/errors.ts';
import { type Partition, partitionName } from '../../../events/streams.ts';
import type { Database, Sql } from '../../../postgres/database.ts';
import { announce, generationsChanged } from '../../live/announce.ts';
import type { ProjectionName } from '../../projection.ts';

export interface GenerationPair {
  readonly name: ProjectionName;
  readonly live: number;
  readonly candidate: number;
}

interface Gap extends Partition {
  readonly live: number;
  readonly candidate: number;
}

/**
 * Maximum distance in records for a barrier: the generations meet before readers notice the pause.
 */
const gapMax = 2_000;
/**
 * A barrier ends after this time even if its process died, so that the live lag stays under 2 s.
 */
const barrierMs = 1_200;
const approachEveryMs = 50;
const meetEveryMs = 10;

/**
 * Runs `work` while both generations wait at the same offset of every partition. `work` takes its
 * snapshot first, and then calls `release`.
 * @throws OperatorError when they do not meet within `withinMs`; the reason of `signal` when it is
 * aborted
 */
export async function atBarrier<Result>(
  database: Database,
  pair: GenerationPair,
  { withinMs, signal }: { readonly withinMs: number; readonly signal?: AbortSignal | undefined },
  work: (release: () => Promise<void>) => Promise<Result | null>,
): Promise<Result> {
  const attempt = async (): Promise<Result | null> => {
    signal?.throwIfAborted();
    const gaps = await readGaps(database, pair);
    if (sumOf(gaps) > gapMax) return null;
    await setBarriers(database, pair, gaps);
    const release = () => removeBarriers(database, pair);
    try {
      return (await meet(database, pair)) ? await work(release) : null;
    } finally {
      await release();
    }
  };
  const result = await pollUntil(attempt, { withinMs, everyMs: approachEveryMs });
  if (result === null) throw positionsDiffer(pair, await readGaps(database, pair), withinMs);
  return result;
}

function positionsDiffer({ name, live, candidate }: GenerationPair, gaps: readonly Gap[], withinMs: number) {
  const widest = gaps.toSorted((left, right) => widthOf(right) - widthOf(left))[0];
  const where =
    widest === undefined || widthOf(widest) === 0
      ? 'they are at the same position now'
      : `generation ${widest.live < widest.candidate ? live : candidate} is behind in ${partitionName(widest)}, ` +
        `at ${Math.min(widest.live, widest.candidate)} of ${Math.max(widest.live, widest.candidate)}`;
  return new OperatorError(
    'not_level',
    `generations ${live} and ${candidate} of ${name} did not reach the same position within ${withinMs / 1_000} s: ` +
      `${where}; each generation needs a process of its version, hub projections shows both`,
  );
}

export async function haveEqualPositions(sql: Sql, pair: GenerationPair): Promise<boolean> {
  return sumOf(await readGaps(sql, pair)) === 0;
}

/**
 * A watermark after the last record of the other generation closes the gap: the records in between
 * have expired, or are deleted.
 */
function readGaps(sql: Sql, { name, live, candidate }: GenerationPair): Promise<Gap[]> {
  return sql.many<Gap>({
    text: `select stream, partition, l.next_offset as live,
                  case
                    when l.next_offset > c.next_offset and c.watermark_at > l.record_time
                      or c.next_offset > l.next_offset and l.watermark_at > c.record_time
                    then l.next_offset
                    else c.next_offset
                  end as candidate
           from projection.checkpoint l
           join projection.checkpoint c using (projection, stream, partition)
           where projection = $1 and l.generation = $2 and c.generation = $3
           order by stream, partition`,
    values: [name, live, candidate],
  });
}

function sumOf(gaps: readonly Gap[]): number {
  return gaps.reduce((sum, gap) => sum + widthOf(gap), 0);
}

function widthOf({ live, candidate }: Gap): number {
  return Math.abs(live - candidate);
}

/**
 * Each partition has its own statement: locking several partitions could deadlock with a batch that
 * locks them in another order.
 */
async function setBarriers(
  database: Database,
  { name, live, candidate }: GenerationPair,
  gaps: readonly Gap[],
): Promise<void> {
  await Promise.all(
    gaps.map(({ stream, partition }) =>
      database.run({
        text: `with both_of_them as (
                 select projection, generation, stream, partition, next_offset
                 from projection.checkpoint
                 where projection = $1 and generation in ($2, $3) and stream = $4 and partition = $5
                 order by generation
                 for update
               )
               update projection.checkpoint c
               set barrier_at = (select max(next_offset) from both_of_them),
                   barrier_until = clock_timestamp() + make_interval(secs => $6)
               from both_of_them b
               where c.projection = b.projection
                 and c.generation = b.generation
                 and c.stream = b.stream
                 and c.partition = b.partition`,
        values: [name, live, candidate, stream, partition, barrierMs / 1_000],
        name: 'projection-set-barrier',
      }),
    ),
  );
  await announce(database, [generationsChanged]);
}

async function removeBarriers(database: Database, { name }: GenerationPair): Promise<void> {
  const removed = await database.run({
    text: `update projection.checkpoint
           set barrier_at = null, barrier_until = null
           where projection = $1 and barrier_at is not null`,
    values: [name],
  });
  if (removed > 0) await announce(database, [generationsChanged]);
}

async function meet(database: Database, pair: GenerationPair): Promise<boolean> {
  const met = await pollUntil(async () => ((await haveEqualPositions(database, pair)) ? true : null), {
    withinMs: barrierMs,
    everyMs: meetEveryMs,
  });
  return met !== null;
}
