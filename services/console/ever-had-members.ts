import { z } from 'zod';
import type { Directory } from '../../projections/access/directory/directory.ts';

/** Includes members who left or were erased. */
export function hasEverHadMembers(directory: Directory): boolean {
  return directory.members.size > 0 || listErasedMemberIds(directory).length > 0;
}

/** The ids of erased members. Ids of erased accounts have another form. */
export function listErasedMemberIds({ erased }: Pick<Directory, 'erased'>): string[] {
  return [...erased].filter((id) => z.guid().safeParse(id).success);
}
