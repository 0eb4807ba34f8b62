import { pagePaths } from '../../../page-paths.ts';

/** The page of members with the search for this name. */
export function memberAddress(name: string): string {
  return `${pagePaths.adminMembers}?${new URLSearchParams({ find: name })}`;
}
