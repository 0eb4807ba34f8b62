import type { Database } from '../../postgres/database.ts';
import { migrateEngine } from '../generations/generations.ts';

/**
 * Forgets every process that projected before. Only for whoever knows that none of them lives, by the hub's lock: their
 * partitions are then free at the first beat, not when their silence is long enough. Harmless where it is wrong: the
 * epochs are what fences.
 */
export async function forgetMembers(database: Database): Promise<void> {
  await migrateEngine(database);
  await database.run({ text: 'delete from projection.member' });
}
