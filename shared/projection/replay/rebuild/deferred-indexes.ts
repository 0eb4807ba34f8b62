import type { Database, Tx } from '../../../postgres/database.ts';
import type { Generation } from '../../generations/generation.ts';

/**
 * Drops the secondary indexes of empty tables and keeps them as statements: one that is built over loaded rows costs a
 * third of one that grows with every batch. Primary and unique keys stay, since saving leans on them. Taken from the
 * catalogue, so a room's migrations need no marks.
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

/** Makes the indexes that were left out, one transaction each, so that a crash loses no more than one. */
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
