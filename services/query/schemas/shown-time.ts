import type { VisibleAccount } from '../../../projections/access/visibility/reader.ts';
import { hasCategory } from '../../../shared/domain/category.ts';
import { dayMs } from '../../../shared/domain/durations.ts';
import { timestampOrNull } from './envelope.ts';

/** @param at epoch ms */
interface ShownTime {
  (at: number): string;
  (at: number | null): string | null;
}

/** Cuts times to the UTC day without `activity` (rules/visibility.md#cut-updated_at). */
export function shownTimeOf({ readable }: VisibleAccount): ShownTime {
  const unit = hasCategory(readable, 'activity') ? 1 : dayMs;
  return ((at: number | null) => timestampOrNull(at === null ? null : at - (at % unit))) as ShownTime;
}
