import { pause } from '../../async/waiting.ts';
import { OperatorError } from '../../errors/errors.ts';
import type { Database } from '../../postgres/database.ts';
import { requestStatementTimeoutMs } from '../../postgres/open-database.ts';
import { announce, generationsChanged } from '../live/announce.ts';
import { readLiveEveryMs } from '../live/live-generations.ts';
import type { ProjectionName } from '../projection.ts';
import { unfinishedNumbers } from './rebuild/building-generation.ts';
import { dropGeneration } from './rebuild/drop-generation.ts';

/**
 * How long old tables may still be read: a reader that an announcement did not reach learns of a promotion at its next look,
 * and may have begun a statement before it. What reads them later yet, because the database is slow, is answered 503.
 */
const readersGoneMs = readLiveEveryMs + requestStatementTimeoutMs;

/**
 * Drops the tables of all generations before the live one, also of earlier shapes, or of the given generation only.
 * @returns their numbers @throws OperatorError when there is none, or the given one is live
 */
export async function retire(
  database: Database,
  name: ProjectionName,
  generation?: number,
): Promise<number[]> {
  const rows = await database.many<{ generation: number; moved_ago_ms: number }>({
    text: `select g.generation,
                  (extract(epoch from clock_timestamp() - newest.moved_at) * 1000)::bigint as moved_ago_ms
           from projection.generation g
           cross join lateral (
             select p.generation, max(p.moved_at) over () as moved_at
             from projection.pointer p
             where p.projection = $1
             order by p.shape desc
             limit 1
           ) as newest
           where g.projection = $1
             and g.state in ('live', 'ready', 'stopped')
             and g.generation <> newest.generation
             and g.generation = coalesce($2, g.generation)
             and ($2::int is not null or g.generation < newest.generation)
           order by g.generation`,
    values: [name, generation ?? null],
  });
  if (rows.length === 0) {
    throw new OperatorError(
      'nothing_to_retire',
      generation === undefined
        ? `${name} has no generation before the live one; --generation N names another`
        : `generation ${generation} of ${name} is live, being built or gone`,
    );
  }
  const [{ moved_ago_ms: movedAgoMs } = { moved_ago_ms: readersGoneMs }] = rows;
  // Never longer than that, even if the clock was set back since.
  await pause(Math.min(readersGoneMs, readersGoneMs - movedAgoMs));
  return drop(
    database,
    name,
    rows.map((row) => row.generation),
  );
}

/** Drops what a rebuild has built so far, and ends one that is running. @returns the numbers of what it dropped */
export async function cancelRebuild(database: Database, name: ProjectionName): Promise<number[]> {
  return drop(database, name, await unfinishedNumbers(database, name));
}

async function drop(
  database: Database,
  name: ProjectionName,
  generations: readonly number[],
): Promise<number[]> {
  const dropped: number[] = [];
  for (const generation of generations) {
    if (await dropGeneration(database, name, generation)) dropped.push(generation);
  }
  await announce(database, [generationsChanged]);
  return dropped;
}
