import { OperatorError } from '../../errors.ts';
import type { Database, Sql } from '../../postgres/database.ts';
import { versionKeySql } from '../generations/generation.ts';
import { findLive } from '../generations/generations.ts';
import { beatsSql } from '../leases/lease-statements.ts';
import { announce, generationsChanged } from '../live/announce.ts';
import type { Projection, ProjectionName } from '../projection.ts';
import { findPair } from './verify/find-pair.ts';

/** A move of the pointer, as generations. */
export interface Promotion {
  readonly from: number;
  readonly to: number;
}

/** By how much a watermark may be behind: clients ask again for the last 30 s anyway (read-api.md, since). */
const behindMaxMs = 5_000;

/**
 * Makes the newest `ready` generation the live one, in one statement: every reader has either the old or the new one.
 * The old one is kept current for a rollback.
 * @throws OperatorError unless it was verified equal to the live one, is not behind it and has parked no record that the
 * live one took; `force` waives all three
 */
export async function promote(
  database: Database,
  name: ProjectionName,
  { force }: { readonly force: boolean },
): Promise<Promotion> {
  const pair = await findPair(database, name);
  const move = { name, from: pair.live, to: pair.candidate };
  if (!force) requireNoObstacle(name, await readObstacles(database, move), 'rebuild');
  return moveOrRefuse(database, move, { force, verified: true });
}

/**
 * Makes the generation that was live before the last promotion live again; it was kept current, so nothing is lost.
 * @throws OperatorError when there is none, or it is behind and `force` is not set
 */
export async function rollBack(
  database: Database,
  name: ProjectionName,
  { force }: { readonly force: boolean },
): Promise<Promotion> {
  const row = await database.maybeOne<{ generation: number; previous: number | null }>({
    text: `select generation, previous
           from projection.pointer
           where projection = $1
           order by shape desc
           limit 1`,
    values: [name],
  });
  if (row === null || row.previous === null) {
    throw new OperatorError('no_previous', `${name} has no earlier generation to go back to`);
  }
  const move = { name, from: row.generation, to: row.previous };
  const obstacles = await readObstacles(database, move);
  if (!force) requireNoObstacle(name, { ...obstacles, is_verified: true, parked: 0 }, 'rollback');
  return moveOrRefuse(database, move, { force, verified: false });
}

/**
 * Makes the `ready` generation of the version in code live when no living process has the live one's version: its tables
 * stand still, and nothing can be compared with them. Null when there is nothing to do, or it is still behind.
 */
export async function promoteUnkept(
  database: Database,
  { name, version }: Projection,
): Promise<Promotion | null> {
  const row = await database.maybeOne<Promotion>({
    text: `select l.generation as from, c.generation as to
           from projection.generation l
           join projection.pointer p using (projection, generation)
           join projection.generation c on c.projection = l.projection
           where l.projection = $1
             and c.shape = $2
             and c.logic = $3
             and c.state = 'ready'
             and (l.shape, l.logic) < (c.shape, c.logic)
             and not exists (
               select
               from projection.pointer newer
               where newer.projection = $1 and newer.shape > l.shape
             )
             and not exists (
               select
               from projection.member m
               where ${beatsSql}
                 and ${versionKeySql('l')} = any (m.runs)
             )
           order by c.generation desc
           limit 1`,
    values: [name, version.shape, version.logic],
  });
  if (row === null) return null;
  const move = { name, ...row };
  const { behind } = await readObstacles(database, move);
  if (behind > 0) return null;
  // Every process of the new release tries: one of them moves the pointer, the others find it moved.
  return (await movePointer(database, move, { force: true, verified: false })) ? row : null;
}

interface Move extends Promotion {
  readonly name: ProjectionName;
}

interface Obstacles {
  readonly is_verified: boolean;
  /** Records of partitions whose watermark is too far behind the live one's. */
  readonly behind: number;
  /** Records that it parked and the live one took. */
  readonly parked: number;
}

/** The conditions of a promotion, over the generations `$2` (live) and `$3`. */
const behindSql = `
  select coalesce(sum(l.next_offset - c.next_offset), 0)
  from projection.checkpoint l
  join projection.checkpoint c using (projection, stream, partition)
  where projection = $1
    and l.generation = $2
    and c.generation = $3
    and c.next_offset < l.next_offset
    and c.watermark_at < l.watermark_at - $4`;
const parkedSql = `
  select count(*)
  from projection.parked c
  where c.projection = $1
    and c.generation = $3
    and not exists (
      select
      from projection.parked l
      where l.projection = $1
        and l.generation = $2
        and l.stream = c.stream
        and l.partition = c.partition
        and l.record_offset = c.record_offset
    )`;

function readObstacles(sql: Sql, { name, from, to }: Move): Promise<Obstacles> {
  return sql.one<Obstacles>({
    text: `select coalesce(g.verified_with = $2, false) as is_verified,
                  (${behindSql})::bigint as behind,
                  (${parkedSql}) as parked
           from projection.generation g
           where g.projection = $1 and g.generation = $3`,
    values: [name, from, to, behindMaxMs],
  });
}

/** @throws OperatorError for the first of the obstacles */
function requireNoObstacle(
  name: ProjectionName,
  { is_verified, behind, parked }: Obstacles,
  asked: 'rebuild' | 'rollback',
): void {
  if (!is_verified) {
    throw new OperatorError(
      'not_verified',
      `the new generation of ${name} was not found equal to the live one: run hub projections verify ${name}, or ` +
        '--force when it is meant to differ',
    );
  }
  if (behind > 0) {
    throw new OperatorError(
      'behind',
      `the ${asked === 'rebuild' ? 'new' : 'earlier'} generation of ${name} is ${behind} records behind the live one`,
    );
  }
  if (parked > 0) {
    throw new OperatorError(
      'parked',
      `the new generation of ${name} parked ${parked} records that the live one took: hub parked list shows them`,
    );
  }
}

/** What a move of the pointer insists on. */
interface Terms {
  /** Waives all that follows. */
  readonly force: boolean;
  /** Verified equal to the live one, with no record parked that the live one took. */
  readonly verified: boolean;
}

/** @throws OperatorError when the pointer did not move, saying what is live instead */
async function moveOrRefuse(database: Database, move: Move, terms: Terms): Promise<Promotion> {
  const { name, from, to } = move;
  if (await movePointer(database, move, terms)) return { from, to };
  const now = await findLive(database, name);
  throw new OperatorError(
    'conflict',
    now === null || now.generation === from
      ? `the generations of ${name} changed meanwhile: hub projections shows them`
      : `another promotion of ${name} came first: generation ${now.generation} is live, this one changed nothing`,
  );
}

/**
 * Moves the pointer from one generation to another, and tells the readers. The conditions are part of the statement:
 * what changed since they were looked at stops it. It locks the generation's row first, so that of two promotions at once
 * the second waits and then finds it live, and one that is dropped meanwhile is found retired; and it moves only a pointer
 * that still stands at `from`, for `previous` is where a rollback goes.
 * @returns whether it moved
 */
async function movePointer(
  database: Database,
  { name, from, to }: Move,
  { force, verified }: Terms,
): Promise<boolean> {
  const moved = await database.run({
    text: `with target as (
             select g.projection, g.generation, g.shape
             from projection.generation g
             where g.projection = $1
               and g.generation = $3
               and g.state = 'ready'
               and exists (select from projection.pointer where projection = $1 and generation = $2)
               and (
                 $5
                 or (
                   (not $6 or g.verified_with = $2)
                   and (${behindSql}) = 0
                   and (not $6 or (${parkedSql}) = 0)
                 )
               )
             for no key update of g
           ),
           moved as (
             insert into projection.pointer as p (projection, shape, generation, previous)
             select projection, shape, generation, null
             from target
             on conflict (projection, shape) do update
             set generation = excluded.generation,
                 previous = p.generation,
                 moved_at = clock_timestamp()
             where p.generation = $2
             returning p.projection, p.generation, p.previous
           )
           update projection.generation g
           set state = case
                 when g.generation = moved.generation then 'live'
                 when g.state = 'live' then 'ready'
                 else g.state
               end
           from moved
           where g.projection = moved.projection and g.generation in (moved.generation, moved.previous)`,
    values: [name, from, to, behindMaxMs, force, verified],
  });
  if (moved === 0) return false;
  await announce(database, [generationsChanged]);
  return true;
}
