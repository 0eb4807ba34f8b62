import type { Directory } from '../../projections/access/directory/directory.ts';

export function isoTime(epochMs: number): string {
  return new Date(epochMs).toISOString();
}

export function isoTimeOrNull(epochMs: number | null): string | null {
  return epochMs === null ? null : isoTime(epochMs);
}

/** In the given order, without unknown members. */
export function namesOf(directory: Directory, memberIds: Iterable<string>): string[] {
  return [...memberIds].flatMap((id) => directory.members.get(id)?.name ?? []);
}

/** Null for an unknown member. */
export function nameOfMember({ members }: Directory, memberId: string | null): string | null {
  return memberId === null ? null : (members.get(memberId)?.name ?? null);
}
