import type { Page } from './event-log.ts';

/** Cuts pages to `maxRecords` in all, fairly: what a page does not need goes to the others. */
export function shareRecords(pages: readonly Page[], maxRecords: number): Page[] {
  const kept = new Map<Page, number>();
  const filled = pages
    .filter((page) => page.records.length > 0)
    .sort((a, b) => a.records.length - b.records.length);
  let rest = maxRecords;
  for (const [index, page] of filled.entries()) {
    const share = Math.max(1, Math.min(page.records.length, Math.floor(rest / (filled.length - index))));
    kept.set(page, share);
    rest -= share;
  }
  return pages.map((page) => {
    const share = kept.get(page) ?? page.records.length;
    if (share === page.records.length) return page;
    return { ...page, records: page.records.slice(0, share), reachedEnd: false };
  });
}
