import type { Directory } from '../../projections/access/directory/directory.ts';

/** In the given order, without unknown members. */
export function namesOfMembers(directory: Directory, memberIds: Iterable<string>): string[] {
  return [...memberIds].flatMap((id) => directory.members.get(id)?.name ?? []);
}

/** Null for an unknown member. */
export function nameOfMember({ members }: Directory, memberId: string | null): string | null {
  return memberId === null ? null : (members.get(memberId)?.name ?? null);
}
