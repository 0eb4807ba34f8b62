import type { AnswerOf } from '../../../../../../shared/client/api.ts';
import { type LogPage, type LogTab, logPages } from './log-pages.ts';

export type LoggedItem = NonNullable<AnswerOf<'/accounts/{id}/collection-log'>['data']['items']>[number];

/** An item of a page; `logged` is null for an item that no plugin reported. */
export interface PageItem {
  readonly id: number;
  readonly name: string;
  readonly logged: LoggedItem | null;
}

export interface FilledPage {
  readonly tab: LogTab;
  readonly name: string;
  readonly items: readonly PageItem[];
  readonly obtained: number;
  /** Also counts items that a text left out. */
  readonly total: number;
}

export interface FilledPages {
  readonly pages: readonly FilledPage[];
  /** The logged items that are on no page. */
  readonly others: readonly LoggedItem[];
}

/** Compares names where the log has another id of the item. An item can be on many pages. */
export function fillPages(
  logged: readonly LoggedItem[],
  pages: readonly LogPage[] = logPages(),
): FilledPages {
  const byId = new Map(logged.map((item) => [item.id, item]));
  const byName = new Map(logged.map((item) => [item.name?.toLowerCase(), item]));
  const placed = new Set<LoggedItem>();
  const filled = pages.map(({ tab, name, items }) => {
    const found = items.map((item) => {
      const its = byId.get(item.id) ?? byName.get(item.name.toLowerCase()) ?? null;
      if (its !== null) placed.add(its);
      return { ...item, logged: its };
    });
    const obtained = found.filter((item) => item.logged !== null).length;
    return { tab, name, items: found, obtained, total: found.length };
  });
  return { pages: filled, others: logged.filter((item) => !placed.has(item)) };
}

/**
 * The page of the newest item with a time; else the first begun page.
 * @param logged newest first
 */
export function findNewestPage(
  logged: readonly LoggedItem[],
  pages: readonly FilledPage[],
): FilledPage | undefined {
  for (const item of logged) {
    if (item.obtained_at === null) continue;
    const page = pages.find(({ items }) => items.some((each) => each.logged === item));
    if (page !== undefined) return page;
  }
  return pages.find(({ obtained }) => obtained > 0);
}

/**
 * The pages with their items that have the text; with all items where the page has the text.
 * @param find in lower case
 */
export function findInPages(pages: readonly FilledPage[], find: string): readonly FilledPage[] {
  const has = (text: string) => text.toLowerCase().includes(find);
  return pages
    .map((page) => (has(page.name) ? page : { ...page, items: page.items.filter(({ name }) => has(name)) }))
    .filter(({ items }) => items.length > 0);
}
