import { randomUUID } from 'node:crypto';
import { OperatorError } from '../errors.ts';
import type { PartitionEnds } from '../log/event-log.ts';
import type { Journal } from '../log/journal.ts';
import type { Database } from '../postgres/database.ts';
import { commitBatch } from './commit-batch.ts';
import { decodeBatch, type LeasePage, pair, placeOf } from './decode-batch.ts';
import type { Generation } from './generation.ts';
import { createGeneration } from './generations.ts';
import { faultOfPage } from './guard-page.ts';
import type { Lease } from './lease.ts';
import { giveBackLeases, takeLeases } from './lease-statements.ts';
import type { Projection } from './projection.ts';

export interface BuildOptions {
  readonly database: Database;
  readonly journal: Journal;
  readonly projection: Projection;
  /** Records of the next batch; 2,000 when not given. */
  readonly batchSize?: () => number;
}

/**
 * Builds a further generation of a room beside the live one, from the start of the log up to its ends at the time of the
 * call, with the fold and the batches of live projecting. It is then `ready`, and kept current like the live one.
 * @throws OperatorError when the log does not reach back to the start, or the generation was taken away meanwhile
 */
export async function buildGeneration(options: BuildOptions): Promise<Generation> {
  const { database, journal, projection } = options;
  const builder = randomUUID();
  const generation = await database.transaction((tx) => createGeneration(tx, projection, 'building'));
  const ends = await journal.log.ends(projection.streams);
  const leases = await takeLeases(database, builder, generation, ends.map(unread));
  await projectUpTo(options, generation, leases, ends);
  await giveBackLeases(database, builder, generation, leases);
  const ready = await database.run({
    text: `update projection.generation
           set state = 'ready'
           where projection = $1 and generation = $2 and state = 'building'`,
    values: [projection.name, generation.number],
  });
  if (ready !== 1) throw takenAway();
  return generation;
}

function unread({ stream, partition }: PartitionEnds) {
  return { stream, partition, epoch: 0 };
}

/** Projects every record below `ends` in the partitions of `leases`, a batch at a time. */
export async function projectUpTo(
  { database, journal, batchSize = () => 2_000 }: BuildOptions,
  generation: Generation,
  leases: readonly Lease[],
  ends: readonly PartitionEnds[],
): Promise<void> {
  const endOf = new Map(ends.map(({ stream, partition, end }) => [`${stream} ${partition}`, end]));
  const behind = ({ stream, partition, checkpoint }: Lease) =>
    checkpoint.nextOffset < (endOf.get(`${stream} ${partition}`) ?? 0);
  let open = leases.filter(behind);
  while (open.length > 0) {
    const pages = await journal.log.read(open.map(placeOf), { maxRecords: batchSize(), waitMs: 0 });
    const read = pair(open, pages);
    for (const { lease, page } of read) {
      const fault = faultOfPage(page, lease);
      if (fault !== null) throw new OperatorError('log_incomplete', fault);
    }
    const batch = (await decodeBatch(journal, generation.projection, read)).filter(
      ({ lease, offset }) => offset < (endOf.get(`${lease.stream} ${lease.partition}`) ?? 0),
    );
    if (batch.length > 0 && (await commitBatch(database, generation, batch)).kind === 'lost') {
      throw new OperatorError(
        'generation_taken',
        'another process has taken the generation that is being built',
      );
    }
    open = read
      .filter(isOpen)
      .map(({ lease }) => lease)
      .filter(behind);
  }
}

/** A partition whose last records were compacted away is read to its end below its end offset. */
function isOpen({ page }: LeasePage): boolean {
  return page.records.length > 0 || !page.reachedEnd;
}

function takenAway(): OperatorError {
  return new OperatorError(
    'generation_taken',
    'another process has taken the generation that is being built',
  );
}
