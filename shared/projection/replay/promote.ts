import { OperatorError } from '../../errors/errors.ts';
import type { Database } from '../../postgres/database.ts';
import { versionKeySql } from '../generations/generation.ts';
import { findLive } from '../generations/generations.ts';
import { isWorkerAliveSql } from '../leases/workers.ts';
import type { Projection, ProjectionName } from '../projection.ts';
import {
  type MoveConditions,
  type MoveObstacles,
  movePointer,
  type PointerMove,
  readMoveObstacles,
} from './move-pointer.ts';
import { findPair } from './verify/find-pair.ts';

export type Promotion = Pick<PointerMove, 'from' | 'to'>;

/**
 * Makes the newest `ready` generation live. The old generation still receives new events, for a
 * rollback.
 * @throws OperatorError unless the generation was verified, is not behind, and parked no record
 * that the live generation folded. `force` ignores these conditions.
 */
export async function promote(
  database: Database,
  name: ProjectionName,
  { force }: { readonly force: boolean },
): Promise<Promotion> {
  const pair = await findPair(database, name);
  const move = { name, from: pair.live, to: pair.candidate };
  if (!force) requireNoObstacle(name, await readMoveObstacles(database, move), 'rebuild');
  return moveOrRefuse(database, move, { force, isVerificationRequired: true });
}

/**
 * Makes the generation that was live before the last promotion live again.
 * @throws OperatorError when there is no such generation, or when it is behind and `force` is not
 * set
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
  const obstacles = await readMoveObstacles(database, move);
  if (!force) requireNoObstacle(name, { ...obstacles, is_verified: true, parked: 0 }, 'rollback');
  return moveOrRefuse(database, move, { force, isVerificationRequired: false });
}

/**
 * Makes the `ready` generation of the version in code live. Does so at once when its shape has no
 * live generation, because processes of another release read other shapes. Otherwise waits until no
 * living process has the version of the live generation of the shape. These tables then stand still
 * and cannot be compared.
 * @returns null when there is nothing to do, or the generation is still behind
 */
export async function promoteOwnVersion(
  database: Database,
  { name, version }: Projection,
): Promise<Promotion | null> {
  const row = await database.maybeOne<Promotion>({
    text: `select l.generation as from, c.generation as to
           from projection.generation c
           join lateral (
             select p.generation, p.shape
             from projection.pointer p
             where p.projection = c.projection
             order by p.shape = c.shape desc, p.shape desc
             limit 1
           ) as p on true
           join projection.generation l on l.projection = c.projection and l.generation = p.generation
           where c.projection = $1
             and c.shape = $2
             and c.logic = $3
             and c.state = 'ready'
             and (l.shape, l.logic) <> (c.shape, c.logic)
             and (
               p.shape <> c.shape
               or not exists (
                 select
                 from projection.member m
                 where ${isWorkerAliveSql}
                   and ${versionKeySql('l')} = any (m.runs)
               )
             )
           order by c.generation desc
           limit 1`,
    values: [name, version.shape, version.logic],
  });
  if (row === null) return null;
  const move = { name, ...row };
  const { behind } = await readMoveObstacles(database, move);
  if (behind > 0) return null;
  // Every process of the release tries, and all but the first find the pointer moved.
  return (await movePointer(database, move, { force: true, isVerificationRequired: false })) ? row : null;
}

function requireNoObstacle(
  name: ProjectionName,
  { is_verified, behind, parked }: MoveObstacles,
  asked: 'rebuild' | 'rollback',
): void {
  if (!is_verified) {
    throw new OperatorError(
      'not_verified',
      `the new generation of ${name} was not found equal to the live generation: run hub projections verify ${name}, or ` +
        'use --force if it is meant to differ',
    );
  }
  if (behind > 0) {
    throw new OperatorError(
      'behind',
      `the ${asked === 'rebuild' ? 'new' : 'earlier'} generation of ${name} is ${behind} records behind the live generation`,
    );
  }
  if (parked > 0) {
    throw new OperatorError(
      'parked',
      `the new generation of ${name} parked ${parked} records that the live generation folded: hub parked list shows them`,
    );
  }
}

async function moveOrRefuse(
  database: Database,
  move: PointerMove,
  terms: MoveConditions,
): Promise<Promotion> {
  const { name, from, to } = move;
  if (await movePointer(database, move, terms)) return { from, to };
  const now = await findLive(database, name);
  throw new OperatorError(
    'conflict',
    now === null || now.generation === from
      ? `the generations of ${name} changed in the meantime: hub projections shows them`
      : `another promotion of ${name} came first: generation ${now.generation} is live, this command changed nothing`,
  );
}
