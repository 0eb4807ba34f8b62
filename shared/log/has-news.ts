import type { Page } from './event-log.ts';

/** Records, or ends that the `wanted` offset lies outside of: the reader has to know at once. */
export function hasNews({ records, start, end }: Page, wanted: number): boolean {
  return records.length > 0 || start > wanted || end < wanted;
}
