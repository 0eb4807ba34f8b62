import type { Tx } from '../../postgres/database.ts';
import type { Generation } from '../generations/generation.ts';
import type { GenerationTx } from '../projection.ts';
import type { BatchRecord } from './batch.ts';
import { eventsToFold, type Folded, foldBatch } from './fold-batch.ts';

/**
 * Folds a batch into the tables of a generation, and leaves it to the caller to keep what has to be parked.
 * @throws when the database refuses the data (`dataErrorOf`) or fails; the transaction is to be rolled back
 */
export async function foldInto(
  tx: Tx,
  { projection, schema }: Generation,
  batch: readonly BatchRecord[],
): Promise<Folded> {
  const generationTx: GenerationTx = { ...tx, schema };
  const events = eventsToFold(projection, batch);
  const states = events.length > 0 ? await projection.load(generationTx, events) : new Map();
  const folded = foldBatch(projection, batch, states);
  if (folded.changed.size > 0) await projection.save(generationTx, folded.changed);
  return folded;
}
