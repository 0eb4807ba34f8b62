import type { Directory } from '../../projections/access/directory/directory.ts';

/** A time as documents have it. */
export function isoTime(epochMs: number): string {
  return new Date(epochMs).toISOString();
}

/** As `isoTime`, for a time that may not have come. */
export function isoTimeOrNull(epochMs: number | null): string | null {
  return epochMs === null ? null : isoTime(epochMs);
}

/** The names of members, in the order given, without ids that belong to no member. */
export function namesOf(directory: Directory, memberIds: Iterable<string>): string[] {
  return [...memberIds].flatMap((id) => directory.members.get(id)?.name ?? []);
}

/** The name of a member who may be none. */
export function nameOfMember({ members }: Directory, memberId: string | null): string | null {
  return memberId === null ? null : (members.get(memberId)?.name ?? null);
}
