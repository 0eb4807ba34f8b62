import type { Drill } from '../../../shared/backup/folder/drills.ts';
import type { ListedBackup } from '../../../shared/backup/folder/list-backups.ts';
import { dayMs } from '../../../shared/domain/durations.ts';

/** `auto`: each night while a drill is short, else once a week. */
export type DrillRule = 'auto' | 'nightly' | 'weekly' | 'off';

/** The segments of a 1 GB log have about this size. */
const nightlyBytesMax = 128 * 1024 * 1024;
/** Less than a week, so that a long drill does not start later each week. */
const weekMs = 6.5 * dayMs;

/** A drill with a saved result is not repeated. */
export function isDrillDue(
  { file, manifest }: ListedBackup,
  drills: readonly Drill[],
  { rule, now }: { readonly rule: DrillRule; readonly now: number },
): boolean {
  if (rule === 'off' || drills.some((drill) => drill.file === file)) return false;
  const bytes = manifest.partitions
    .flatMap(({ segments }) => segments)
    .reduce((sum, one) => sum + one.bytes, 0);
  if (rule === 'nightly' || (rule === 'auto' && bytes < nightlyBytesMax)) return true;
  return !drills.some(({ ok, at }) => ok && Date.parse(at) <= now && now - Date.parse(at) < weekMs);
}
