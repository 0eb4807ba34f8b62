import type { QuotedSchema } from '../../postgres/quoted-schema.ts';
import type { Projection, ProjectionName } from '../projection.ts';

/**
 * The state of a generation, as the database stores it. Each transition is one statement or one
 * transaction, because several processes work at the same time.
 *
 * ## building
 *
 * A rebuild fills the generation from the log (`openBuilding`). Workers do not lease it: its
 * builder takes all partitions, and only one process gets the build lock.
 *
 * - Stays `building` when the rebuild is interrupted. The next rebuild continues there.
 * - To `ready` when the builder is at the ends of the log that it read at its begin, and all
 *   indexes exist (`finishBuilding`).
 * - To `retired` when an operator cancels the rebuild, or when the log lacks records. The next
 *   rebuild also drops it if its version is earlier or its log is another, because it cannot
 *   continue there.
 *
 * ## ready
 *
 * Workers of its version keep the generation current, and no query reads it. It is newer than the
 * live generation, or it was live before the last promotion and serves a rollback.
 *
 * - Stays `ready` after a verification. If the rows are equal, `verifyGeneration` notes the number
 *   of the live generation as `verified_with`; otherwise it deletes the note.
 * - To `live` by `promote`, if it was verified with the live generation, is not behind, and parked
 *   no record that the live generation folded. Tables that are meant to differ need `force`.
 * - To `live` by `rollBack`, if the last promotion replaced it and it is not behind. It was live,
 *   so it needs no verification.
 * - To `live` by `promoteOwnVersion`, if it is not behind. Its shape has no live generation yet, or
 *   no process has the version of that live generation. The live tables then stand still and cannot
 *   be compared. So the earlier release can also take over again.
 * - To `stopped` or `retired`, as below.
 *
 * ## live
 *
 * The pointer of its shape names the generation, and queries of this shape read it. The first
 * generation of a projection is `live` at once (`prepareGenerations`): there is nothing to compare.
 *
 * - To `ready` when another generation of its shape becomes live. The same statement moves the
 *   pointer, so that queries always find a live generation.
 * - Stays `live` when a generation of a newer shape becomes live, because processes of the earlier
 *   release still read its shape.
 * - To `stopped`, as below. To `retired` only when a newer shape is live.
 *
 * ## stopped
 *
 * The log is older than the tables or is another log, so workers do not lease the generation. A
 * pointer stays, and queries read the old rows.
 *
 * - From `live` or `ready` by `stopGeneration`, if the lease still equals the database. A process
 *   that lost its lease may see faults that do not exist.
 * - To `live` when tables and log agree again and a pointer names it, otherwise to `ready`
 *   (`keepResuming`).
 * - Stays `stopped` when another generation replaces it, because its log is still not back.
 * - To `retired`, as below.
 *
 * ## retired
 *
 * The last state. The tables are gone, and the row stays, so that its number is not used again.
 *
 * - From all other states by `dropGeneration`, unless the pointer of the newest shape names the
 *   generation. It raises the fences before it drops the tables, so that no batch writes into them.
 * - `retire` and `cancelRebuild` call it for an operator. `dropSurplus` and `dropOldPrevious` call
 *   it for the hub when no process reads the tables any more. A process of an earlier release drops
 *   no tables of a later release.
 */
export type GenerationState = 'building' | 'ready' | 'live' | 'stopped' | 'retired';

/** One build of a projection's tables, with the code that fills it. */
export interface Generation {
  readonly projection: Projection;
  readonly number: number;
  readonly schema: QuotedSchema;
}

/** `name shape.logic`, under which generations are leased. */
export function versionKey({ name, version }: Pick<Projection, 'name' | 'version'>): string {
  return `${name} ${version.shape}.${version.logic}`;
}

/** Null for a key of another projection. */
export function versionOfKey(key: string, name: ProjectionName): Version | null {
  const [, named, shape, logic] = /^(\S+) (\d+)\.(\d+)$/.exec(key) ?? [];
  return named === name ? { shape: Number(shape), logic: Number(logic) } : null;
}

/** SQL of `versionKey` for a row of `projection.generation`. */
export function versionKeySql(row: string): string {
  return `${row}.projection || ' ' || ${row}.shape || '.' || ${row}.logic`;
}

export type Version = Projection['version'];

/** Whether a later release has `one`, and an earlier release has `other`. */
export function isAbove(one: Version, other: Version): boolean {
  return one.shape > other.shape || (one.shape === other.shape && one.logic > other.logic);
}

export function isSameVersion(one: Version, other: Version): boolean {
  return one.shape === other.shape && one.logic === other.logic;
}

/** `tally_g1` for the first generation of `tally`. */
export function schemaNameOf(name: ProjectionName, generation: number): string {
  return `${name.replaceAll('-', '_')}_g${generation}`;
}

export function generationKey(generation: Generation): string {
  return `${versionKey(generation.projection)} ${generation.number}`;
}
