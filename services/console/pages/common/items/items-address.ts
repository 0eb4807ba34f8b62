import { pagePaths } from '../../../page-paths.ts';
import { itemName } from './item-tile.tsx';

/** The page of items with the result of a search. @param find an id, or words of a name */
export function foundItemsAddress(find: string): string {
  return `${pagePaths.items}?${new URLSearchParams({ find })}`;
}

/** The players with an item. */
export function itemHoldersAddress(item: Parameters<typeof itemName>[0]): string {
  return foundItemsAddress(item.id === null ? itemName(item) : String(item.id));
}
