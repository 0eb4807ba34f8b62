import type { LogRecord, Page } from '../../event-log.ts';
import { shareFairly } from '../../reading/fair-shares.ts';

/**
 * Cuts pages to `maxRecords` in total, in fair shares, and to `maxBytes`. A page keeps its first
 * record, even above these limits.
 */
export function trimPages(pages: readonly Page[], maxRecords: number, maxBytes: number): Page[] {
  const filled = pages.filter((page) => page.records.length > 0);
  const kept = shareFairly(
    filled,
    maxRecords,
    ({ records }) => records.length,
    ({ records }, share) => Math.min(share, countWithin(records, maxBytes / filled.length)),
  );
  return pages.map((page) => {
    const share = kept.get(page) ?? page.records.length;
    if (share === page.records.length) return page;
    return { ...page, records: page.records.slice(0, share), reachedEnd: false };
  });
}

/** The last counted record may exceed `maxBytes`. */
function countWithin(records: readonly LogRecord[], maxBytes: number): number {
  let bytes = 0;
  for (const [index, { value }] of records.entries()) {
    if (bytes >= maxBytes) return index;
    bytes += value?.length ?? 0;
  }
  return records.length;
}
