import type { Database, Tx } from '../../../postgres/database.ts';
import type { Generation } from '../../generations/generation.ts';

/**
 * Drops the secondary indexes of empty tables, and stores the statements that create them. Creating
 * an index after the load is cheaper. Primary and unique keys stay, because saving needs them.
 */
export async function deferIndexes(tx: Tx, generation: Generation): Promise<void> {
  const indexes = await tx.many<{ name: string; definition: string }>({
    text: `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
           from pg_index i
           join pg_class c on c.oid = i.indrelid
           where c.relnamespace = $1::regnamespace and not i.indisunique
           order by 1`,
    values: [generation.schema],
  });
  for (const { name } of indexes) await tx.run({ text: `drop index ${name}` });
  await tx.run({
    text: `update projection.generation
           set deferred_indexes = $3
           where projection = $1 and generation = $2`,
    values: [generation.projection.name, generation.number, indexes.map(({ definition }) => definition)],
  });
}

/** Creates each index in its own transaction, so that a crash loses at most one index. */
export async function makeDeferredIndexes(database: Database, generation: Generation): Promise<void> {
  for (;;) {
    const made = await database.transaction(async (tx) => {
      const next = await tx.maybeOne<{ definition: string | null }>({
        text: `select deferred_indexes[1] as definition
               from projection.generation
               where projection = $1 and generation = $2
               for update`,
        values: [generation.projection.name, generation.number],
      });
      if (next === null || next.definition === null) return false;
      await tx.run({ text: 'set local statement_timeout = 0' });
      await tx.run({ text: next.definition });
      await tx.run({
        text: `update projection.generation
               set deferred_indexes = deferred_indexes[2:]
               where projection = $1 and generation = $2`,
        values: [generation.projection.name, generation.number],
      });
      return true;
    });
    if (!made) return;
  }
}
