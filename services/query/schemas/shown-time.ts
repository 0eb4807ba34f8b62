import type { VisibleAccount } from '../../../projections/access/visibility/reader.ts';
import { hasCategory } from '../../../shared/domain/category.ts';
import { dayMs } from '../../../shared/domain/durations.ts';
import { timestamp } from './envelope.ts';

/** Cuts times to the UTC day without `activity` (rules/visibility.md#cut-updated_at). */
export function shownTimeOf({ readable }: VisibleAccount): (at: number | null) => string | null {
  const unit = hasCategory(readable, 'activity') ? 1 : dayMs;
  return (at) => (at === null ? null : timestamp(at - (at % unit)));
}
