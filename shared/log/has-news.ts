import type { Page } from './event-log.ts';

/** Whether a reader has to get this page at once: it has records, or its ends do not include the `wanted` offset. */
export function hasNews({ records, start, end }: Page, wanted: number): boolean {
  return records.length > 0 || start > wanted || end < wanted;
}
