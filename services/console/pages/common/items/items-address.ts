import { pagePaths } from '../../../page-paths.ts';

/** The page of items with the result of a search. @param find an id, or words of a name */
export function foundItemsAddress(find: string): string {
  return `${pagePaths.items}?${new URLSearchParams({ find })}`;
}
