import type { Database } from '../../postgres/database.ts';
import type { Generation } from '../generations/generation.ts';
import { digestTables, fixOutput, type GenerationDigest } from '../generations/generation-digest.ts';

/** Digests all tables on one snapshot. */
export function digestGeneration(database: Database, generation: Generation): Promise<GenerationDigest> {
  return database.transaction(
    async (tx) => {
      await fixOutput(tx);
      return digestTables(tx, generation);
    },
    { isolation: 'repeatable read' },
  );
}
