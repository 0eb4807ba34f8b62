import { partitionName, type StreamName } from '../../events/streams.ts';
import type { Tx } from '../../postgres/database.ts';
import type { Generation } from '../generations/generation.ts';
import type { BatchRecord } from './batch.ts';
import { eraseRows, noteErased } from './erase-rows.ts';
import { type Lease, type LeftOut, noteLeftOut, noteParkedSubjects } from './lease.ts';
import { readParkedSubjects } from './parked.ts';
import { leavesOut, type ParkedDecisionSource } from './parked-decisions.ts';
import { reviseCheckpoint } from './revise-checkpoint.ts';

/** A batch in which records of erased subjects, and those that an operator dropped, lead to nothing. */
export interface Kept {
  readonly records: readonly BatchRecord[];
  /** To be called once the batch has committed. */
  remember(): void;
}

/**
 * Carries out the erasures in a batch: deletes all rows of their subjects, and skips all records of these and of earlier
 * erased subjects, wherever in the batch they are. Comes after the batch's first statement, which locks its checkpoints
 * against changes by others.
 */
export async function leaveOut(
  tx: Tx,
  generation: Generation,
  batch: readonly BatchRecord[],
  source: ParkedDecisionSource,
): Promise<Kept> {
  const leases = [...new Set(batch.map(({ lease }) => lease))];
  const ended = batch.filter(({ endsSubject }) => endsSubject === true);
  if (ended.length > 0) {
    const subjects = [...new Set(ended.map(({ subject }) => subject))];
    await noteErased(tx, subjects);
    await eraseRows(tx, generation, subjects);
    for (const lease of new Set(ended.map(({ lease }) => lease)))
      await reviseCheckpoint(tx, generation, lease);
  }
  const current = await readLeftOut(tx, generation, leases, source);
  return {
    records: batch.map((record) => {
      const left = current.get(record.lease);
      const out =
        left?.erased.has(record.subject) === true ||
        (left !== undefined && leavesOut(left.decisions, generation.projection, record));
      return out ? { ...record, event: null, refusal: null } : record;
    }),
    remember: () => {
      for (const [lease, left] of current) noteLeftOut(lease, left);
    },
  };
}

/** To be called when a batch did not commit, because it may have read its own changes, which are gone now. */
export function forgetLeftOut(leases: Iterable<Lease>): void {
  for (const lease of leases) noteLeftOut(lease, null);
}

async function readLeftOut(
  tx: Tx,
  generation: Generation,
  leases: readonly Lease[],
  source: ParkedDecisionSource,
): Promise<ReadonlyMap<Lease, LeftOut>> {
  const revisions = await readRevisions(tx, generation, leases);
  const revisionOf = (lease: Lease) => revisions.get(partitionName(lease)) ?? 0;
  const stale = leases.filter((lease) => lease.leftOut?.revision !== revisionOf(lease));
  const current = new Map(leases.flatMap(toEntry));
  if (stale.length === 0) return current;
  const rows = await tx.many<{ subject: string }>({ text: 'select subject from projection.erased' });
  const erased = new Set(rows.map(({ subject }) => subject));
  const decisions = await source.read(tx, generation.projection.name);
  const parked = await readParkedSubjects(tx, generation, stale);
  for (const lease of stale) {
    current.set(lease, { revision: revisionOf(lease), erased, decisions });
    noteParkedSubjects(lease, parked.get(partitionName(lease)) ?? new Set());
  }
  return current;
}

function toEntry(lease: Lease): [Lease, LeftOut][] {
  return lease.leftOut === null ? [] : [[lease, lease.leftOut]];
}

async function readRevisions(
  tx: Tx,
  { projection, number }: Generation,
  leases: readonly Lease[],
): Promise<Map<string, number>> {
  const rows = await tx.many<{ stream: StreamName; partition: number; revision: number }>({
    text: `select stream, partition, c.revision
           from projection.checkpoint c
           join unnest($3::text[], $4::int[]) as held (stream, partition) using (stream, partition)
           where c.projection = $1 and c.generation = $2`,
    values: [
      projection.name,
      number,
      leases.map(({ stream }) => stream),
      leases.map(({ partition }) => partition),
    ],
    name: 'projection-revisions',
  });
  return new Map(rows.map((row) => [partitionName(row), row.revision]));
}
