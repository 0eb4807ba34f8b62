import { randomUUID } from 'node:crypto';
import { partitionName, type StreamName } from '../../events/streams.ts';
import type { PartitionEnds } from '../../log/event-log.ts';
import type { Journal } from '../../log/journal.ts';
import type { Database } from '../../postgres/database.ts';
import type { BatchRecord } from '../commit/batch.ts';
import { type CommitOptions, commitBatch, type Outcome } from '../commit/commit-batch.ts';
import { decodeBatches, type LeasePage, pairAndNoteLogStart, placeOf } from '../commit/decode-batch.ts';
import { faultOfPage } from '../commit/guard-page.ts';
import type { Lease } from '../commit/lease.ts';
import type { ParkedDecisionSource } from '../commit/parked-decisions.ts';
import type { Generation } from '../generations/generation.ts';
import { findLive } from '../generations/generations.ts';
import { takeLeases } from '../leases/lease-statements.ts';
import type { Projection } from '../projection.ts';
import { noDecisions } from './no-decisions.ts';

export async function liveGeneration(database: Database, projection: Projection): Promise<Generation> {
  const live = await findLive(database, projection.name);
  if (live === null) throw new Error('no generation is live');
  return { projection, number: live.generation, schema: live.schema };
}

/** Also takes partitions of other processes. */
export async function takeAll(
  database: Database,
  generation: Generation,
  member: string = randomUUID(),
): Promise<Lease[]> {
  const rows = await database.many<{ stream: StreamName; partition: number; fence: number }>({
    text: `select stream, partition, epoch as fence
           from projection.checkpoint
           where projection = $1 and generation = $2`,
    values: [generation.projection.name, generation.number],
  });
  return takeLeases(database, member, generation, rows);
}

async function decodeBatch(
  journal: Journal,
  projection: Projection,
  read: readonly LeasePage[],
): Promise<BatchRecord[]> {
  const [batch = []] = await decodeBatches(journal, [{ projection, read }]);
  return batch;
}

/** At most 2,000 records. */
export async function readBatch(
  journal: Journal,
  generation: Generation,
  leases: readonly Lease[],
): Promise<BatchRecord[]> {
  const pages = await journal.log.read(leases.map(placeOf), { maxRecords: 2_000, waitMs: 0 });
  return decodeBatch(journal, generation.projection, pairAndNoteLogStart(leases, pages));
}

export async function step(
  database: Database,
  journal: Journal,
  generation: Generation,
  leases: readonly Lease[],
  decisions: ParkedDecisionSource = noDecisions,
): Promise<Outcome> {
  return commitBatch({ database, decisions }, generation, await readBatch(journal, generation, leases));
}

/** Takes all partitions, and projects to the end of the log. */
export async function drain(
  database: Database,
  journal: Journal,
  generation: Generation,
  {
    batchSize = () => 2_000,
    decisions = noDecisions,
  }: { readonly batchSize?: () => number; readonly decisions?: ParkedDecisionSource } = {},
): Promise<void> {
  const leases = await takeAll(database, generation);
  const ends = await journal.log.ends(generation.projection.streams);
  await projectUpTo({ database, journal, batchSize, decisions }, generation, leases, ends);
}

async function projectUpTo(
  {
    journal,
    batchSize,
    ...options
  }: CommitOptions & { readonly journal: Journal; readonly batchSize: () => number },
  generation: Generation,
  leases: readonly Lease[],
  ends: readonly PartitionEnds[],
): Promise<void> {
  const endOf = new Map(ends.map((each) => [partitionName(each), each.end]));
  const behind = (lease: Lease) => lease.checkpoint.nextOffset < (endOf.get(partitionName(lease)) ?? 0);
  let open = leases.filter(behind);
  while (open.length > 0) {
    const pages = await journal.log.read(open.map(placeOf), { maxRecords: batchSize(), waitMs: 0 });
    const read = pairAndNoteLogStart(open, pages);
    for (const { lease, page } of read) {
      const fault = faultOfPage(page, lease);
      if (fault !== null) throw new Error(fault);
    }
    const batch = (await decodeBatch(journal, generation.projection, read)).filter(
      ({ lease, offset }) => offset < (endOf.get(partitionName(lease)) ?? 0),
    );
    if (batch.length > 0 && (await commitBatch(options, generation, batch)).kind === 'lost') {
      throw new Error('another process has taken a partition');
    }
    open = read
      .filter(isOpen)
      .map(({ lease }) => lease)
      .filter(behind);
  }
}

/** After a compaction, the last record may be below the end offset. */
function isOpen({ page }: LeasePage): boolean {
  return page.records.length > 0 || !page.reachedEnd;
}

export async function parkedRows(database: Database, generation: Generation) {
  return database.many<{ record_offset: number; subject: string; behind: boolean; reason: string }>({
    text: `select record_offset, subject, behind, reason
           from projection.parked
           where projection = $1 and generation = $2
           order by stream, partition, record_offset`,
    values: [generation.projection.name, generation.number],
  });
}
