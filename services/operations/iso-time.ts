import type { Directory } from '../../projections/access/directory/directory.ts';

/** A time in the format of documents. */
export function isoTime(epochMs: number): string {
  return new Date(epochMs).toISOString();
}

/** `isoTime`, or null for a time that is not set. */
export function isoTimeOrNull(epochMs: number | null): string | null {
  return epochMs === null ? null : isoTime(epochMs);
}

/** The names of members, in the given order, without ids of unknown members. */
export function namesOf(directory: Directory, memberIds: Iterable<string>): string[] {
  return [...memberIds].flatMap((id) => directory.members.get(id)?.name ?? []);
}

/** The name of a member; null for null or an unknown id. */
export function nameOfMember({ members }: Directory, memberId: string | null): string | null {
  return memberId === null ? null : (members.get(memberId)?.name ?? null);
}
