import type { Database } from '../../../postgres/database.ts';
import { quoted } from '../../../postgres/quoted-schema.ts';
import { schemaNameOf } from '../../generations/generation.ts';
import type { StoredGeneration } from '../../generations/generation-roles.ts';
import { announce, generationsChanged } from '../../live/announce.ts';
import type { ProjectionName } from '../../projection.ts';

/** @returns the numbers of the generations that this call dropped */
export async function dropGenerations(
  database: Database,
  name: ProjectionName,
  generations: readonly Pick<StoredGeneration, 'generation'>[],
): Promise<number[]> {
  const dropped: number[] = [];
  for (const { generation } of generations) {
    if (await dropGeneration(database, name, generation)) dropped.push(generation);
  }
  if (dropped.length > 0) await announce(database, [generationsChanged]);
  return dropped;
}

/**
 * Drops the tables of a generation, and keeps its row as `retired`. Raises the fences, so that no
 * batch writes into tables that are being dropped. Never drops the live generation of the newest
 * shape.
 * @returns whether this call dropped it
 */
export async function dropGeneration(
  database: Database,
  name: ProjectionName,
  generation: number,
): Promise<boolean> {
  return database.transaction(async (tx) => {
    // Waits for readers of its tables, and for an index that is being created.
    await tx.run({ text: `set local lock_timeout = '30s'` });
    // Waits for a promotion under way, so that the statements below see its pointer.
    await tx.run({
      text: 'select from projection.generation where projection = $1 and generation = $2 for no key update',
      values: [name, generation],
    });
    await tx.run({
      text: `delete from projection.pointer p
             where p.projection = $1
               and p.generation = $2
               and exists (select from projection.pointer newer where newer.projection = $1 and newer.shape > p.shape)`,
      values: [name, generation],
    });
    const retired = await tx.run({
      text: `update projection.generation
             set state = 'retired', stopped_reason = null, damage = null, deferred_indexes = '{}', verified_with = null
             where projection = $1
               and generation = $2
               and state <> 'retired'
               and not exists (select from projection.pointer where projection = $1 and generation = $2)`,
      values: [name, generation],
    });
    if (retired === 0) return false;
    await tx.run({
      text: `update projection.checkpoint
             set epoch = epoch + 1, owner = null, barrier_at = null, barrier_until = null
             where projection = $1 and generation = $2`,
      values: [name, generation],
    });
    await tx.run({
      text: 'delete from projection.parked where projection = $1 and generation = $2',
      values: [name, generation],
    });
    await tx.run({
      text: `update projection.pointer
             set previous = null
             where projection = $1 and previous = $2`,
      values: [name, generation],
    });
    await tx.run({ text: `drop schema ${quoted(schemaNameOf(name, generation))} cascade` });
    return true;
  });
}
