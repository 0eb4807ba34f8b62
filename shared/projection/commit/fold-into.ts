import { encodeCopyRows } from '../../postgres/copy/binary-copy.ts';
import type { Tx } from '../../postgres/database.ts';
import type { Generation } from '../generations/generation.ts';
import type { CopyNew } from '../projection.ts';
import type { BatchRecord } from './batch.ts';
import { eventsToFold, type Folded, foldBatch } from './fold-batch.ts';

/**
 * The caller stores the parked records.
 * @throws when the database refuses the data (`dataErrorOf`) or fails; then the transaction has to
 * be rolled back
 */
export async function foldInto(
  tx: Tx,
  { projection, schema }: Generation,
  batch: readonly BatchRecord[],
): Promise<Folded> {
  const events = eventsToFold(projection, batch);
  const states = events.length > 0 ? await projection.load({ ...tx, schema }, events, new Map()) : new Map();
  const folded = foldBatch(projection, batch, states);
  if (folded.changed.size > 0) await projection.save({ ...tx, schema }, folded.changed);
  return folded;
}

/**
 * Writes states into a generation that nobody else writes.
 * @throws as `foldInto`
 */
export async function saveByCopying(
  tx: Tx,
  { projection, schema }: Generation,
  { changed }: Pick<Folded, 'changed'>,
): Promise<void> {
  const copyNew: CopyNew = async (table, columns, rows) => {
    if (rows.length === 0) return;
    const names = Object.keys(columns).map((name) => `"${name}"`);
    const text = `copy ${schema}."${table}" (${names.join(', ')}) from stdin (format binary)`;
    await tx.copyIn(text, encodeCopyRows(columns, rows));
  };
  if (changed.size > 0) await projection.save({ ...tx, schema, copyNew }, changed);
}
