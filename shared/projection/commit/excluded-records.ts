import { partitionName, type StreamName } from '../../events/streams.ts';
import type { Sql, Tx } from '../../postgres/database.ts';
import type { Generation } from '../generations/generation.ts';
import type { BatchRecord } from './batch.ts';
import { lockAndReviseCheckpoint, type Revisions } from './checkpoints.ts';
import { eraseRows, noteErased } from './erase-rows.ts';
import { type ExcludedRecords, type Lease, note } from './lease.ts';
import { readParkedSubjects } from './parked.ts';
import { isExcludedByDecision, type ParkedDecisionSource } from './parked-decisions.ts';

export interface BatchWithoutExcluded {
  readonly records: readonly BatchRecord[];
  /** Call this once the batch has committed. */
  remember(): void;
}

/**
 * Deletes the rows of subjects that the batch erases. Skips records of erased subjects, and records
 * that a decision excludes. Call this after the statement that locks the checkpoints.
 */
export async function excludeRecords(
  tx: Tx,
  generation: Generation,
  batch: readonly BatchRecord[],
  { revisions, source }: { readonly revisions: Revisions; readonly source: ParkedDecisionSource },
): Promise<BatchWithoutExcluded> {
  const leases = [...new Set(batch.map(({ lease }) => lease))];
  const ended = batch.filter(({ endsSubject }) => endsSubject);
  if (ended.length > 0) {
    const subjects = [...new Set(ended.map(({ subject }) => subject))];
    await noteErased(tx, subjects);
    await eraseRows(tx, generation, subjects);
    for (const lease of new Set(ended.map(({ lease }) => lease)))
      await lockAndReviseCheckpoint(tx, generation, lease);
  }
  const known = ended.length > 0 ? await readRevisions(tx, generation, leases) : revisions;
  const current = await readExcludedAt(tx, generation, leases, { revisions: known, source });
  return {
    records: withoutExcluded(generation, batch, current),
    remember: () => rememberExcluded(current),
  };
}

export function withoutExcluded(
  { projection }: Pick<Generation, 'projection'>,
  batch: readonly BatchRecord[],
  excluded: ReadonlyMap<Lease, ExcludedRecords>,
): readonly BatchRecord[] {
  const all = [...excluded.values()];
  if (all.every(({ erased, decisions }) => erased.size === 0 && decisions.size === 0)) return batch;
  return batch.map((record) => {
    const ofLease = excluded.get(record.lease);
    const isExcluded =
      ofLease !== undefined &&
      (ofLease.erased.has(record.subject) || isExcludedByDecision(ofLease.decisions, projection, record));
    return isExcluded ? { ...record, event: null, refusal: null } : record;
  });
}

/** Call this after the commit of the batch. */
export function rememberExcluded(excluded: ReadonlyMap<Lease, ExcludedRecords>): void {
  for (const [lease, ofLease] of excluded) note(lease, { excluded: ofLease });
}

/**
 * The exclusions that the last committed batch of each lease used. Null if a lease has to read them
 * again.
 */
export function rememberedExcluded(leases: readonly Lease[]): ReadonlyMap<Lease, ExcludedRecords> | null {
  const known = new Map(leases.flatMap(toEntry));
  return known.size === leases.length ? known : null;
}

/**
 * Whether the checkpoints still have the revisions of `excluded`. An erasure or an applied decision
 * raises a revision. Call this after the statement that locks the checkpoints.
 */
export async function isExcludedCurrent(
  tx: Tx,
  generation: Generation,
  excluded: ReadonlyMap<Lease, ExcludedRecords>,
): Promise<boolean> {
  const revisions = await readRevisions(tx, generation, [...excluded.keys()]);
  return [...excluded].every(([lease, { revision }]) => revisions.get(lease) === revision);
}

/**
 * Call this when a batch did not commit. The next batch then reads the exclusions and
 * `parkedSubjects` of the lease again.
 */
export function forgetExcluded(leases: Iterable<Lease>): void {
  for (const lease of leases) note(lease, { excluded: null });
}

/** Reads the revision first, so that a change in between only causes another read. */
export async function readExcluded(
  sql: Sql,
  generation: Generation,
  leases: readonly Lease[],
  source: ParkedDecisionSource,
): Promise<ReadonlyMap<Lease, ExcludedRecords>> {
  const revisions = await readRevisions(sql, generation, leases);
  return readExcludedAt(sql, generation, leases, { revisions, source });
}

async function readExcludedAt(
  sql: Sql,
  generation: Generation,
  leases: readonly Lease[],
  { revisions, source }: { readonly revisions: Revisions; readonly source: ParkedDecisionSource },
): Promise<ReadonlyMap<Lease, ExcludedRecords>> {
  const revisionOf = (lease: Lease) => revisions.get(lease) ?? 0;
  const stale = leases.filter((lease) => lease.excluded?.revision !== revisionOf(lease));
  const current = new Map(leases.flatMap(toEntry));
  if (stale.length === 0) return current;
  const rows = await sql.many<{ subject: string }>({ text: 'select subject from projection.erased' });
  const erased = new Set(rows.map(({ subject }) => subject));
  const decisions = await source.read(sql, generation.projection.name);
  const parked = await readParkedSubjects(sql, generation, stale);
  for (const lease of stale) {
    current.set(lease, { revision: revisionOf(lease), erased, decisions });
    note(lease, { parkedSubjects: parked.get(partitionName(lease)) ?? new Set() });
  }
  return current;
}

function toEntry(lease: Lease): [Lease, ExcludedRecords][] {
  return lease.excluded === null ? [] : [[lease, lease.excluded]];
}

async function readRevisions(
  sql: Sql,
  { projection, number }: Generation,
  leases: readonly Lease[],
): Promise<Revisions> {
  const rows = await sql.many<{ stream: StreamName; partition: number; revision: number }>({
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
  const byName = new Map(rows.map((row) => [partitionName(row), row.revision]));
  return new Map(leases.map((lease) => [lease, byName.get(partitionName(lease)) ?? 0]));
}
