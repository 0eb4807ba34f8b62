import { randomUUID } from 'node:crypto';
import type { StreamName } from '../../events/streams.ts';
import type { Journal } from '../../log/journal.ts';
import type { Database } from '../../postgres/database.ts';
import type { BatchRecord } from '../batch.ts';
import { projectUpTo } from '../build-generation.ts';
import { commitBatch, type Outcome } from '../commit-batch.ts';
import { decodeBatch, pair, placeOf } from '../decode-batch.ts';
import type { Generation } from '../generation.ts';
import { findLive } from '../generations.ts';
import type { Lease } from '../lease.ts';
import { takeLeases } from '../lease-statements.ts';
import type { Projection } from '../projection.ts';

/** The live generation of a projection, with the code given. */
export async function liveGeneration(database: Database, projection: Projection): Promise<Generation> {
  const live = await findLive(database, projection.name);
  if (live === null) throw new Error('no generation is live');
  return { projection, number: live.generation, schema: live.schema };
}

/** Takes every partition that no batch holds right now, from whoever has it. */
export async function takeAll(
  database: Database,
  generation: Generation,
  member: string = randomUUID(),
): Promise<Lease[]> {
  const rows = await database.many<{ stream: StreamName; partition: number; epoch: number }>({
    text: `select stream, partition, epoch
           from projection.checkpoint
           where projection = $1 and generation = $2`,
    values: [generation.projection.name, generation.number],
  });
  return takeLeases(database, member, generation, rows);
}

/** All that the leases' partitions have, as one batch. */
export async function readBatch(
  journal: Journal,
  generation: Generation,
  leases: readonly Lease[],
): Promise<BatchRecord[]> {
  const pages = await journal.log.read(leases.map(placeOf), { maxRecords: 2_000, waitMs: 0 });
  return decodeBatch(journal, generation.projection, pair(leases, pages));
}

/** Reads one batch and commits it. */
export async function step(
  database: Database,
  journal: Journal,
  generation: Generation,
  leases: readonly Lease[],
): Promise<Outcome> {
  return commitBatch(database, generation, await readBatch(journal, generation, leases));
}

/** What a process that starts now does: takes the partitions and projects to the end of the log. */
export async function drain(
  database: Database,
  journal: Journal,
  generation: Generation,
  batchSize?: () => number,
): Promise<void> {
  const leases = await takeAll(database, generation);
  const { projection } = generation;
  const ends = await journal.log.ends(projection.streams);
  const options = { database, journal, projection, ...(batchSize && { batchSize }) };
  await projectUpTo(options, generation, leases, ends);
}

/** Parked records of a generation as rows, by place; without when they were parked. */
export async function parkedRows(database: Database, generation: Generation) {
  return database.many<{ record_offset: number; subject: string; behind: boolean; reason: string }>({
    text: `select record_offset, subject, behind, reason
           from projection.parked
           where projection = $1 and generation = $2
           order by stream, partition, record_offset`,
    values: [generation.projection.name, generation.number],
  });
}
