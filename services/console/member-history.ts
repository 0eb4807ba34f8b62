import { z } from 'zod';
import type { Directory } from '../../projections/access/directory/directory.ts';

/** Whether the log has ever had a member: those who left and those who were erased count. */
export function hasEverHadMembers(directory: Directory): boolean {
  return directory.members.size > 0 || listErasedMemberIds(directory).length > 0;
}

/** The ids of members among all that were erased: those of accounts have another form. */
export function listErasedMemberIds({ erased }: Pick<Directory, 'erased'>): string[] {
  return [...erased].filter((id) => z.guid().safeParse(id).success);
}
