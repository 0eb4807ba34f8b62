import { hourMs } from '../../../../../shared/domain/durations.ts';
import type { IngestAnswer } from '../admin-answers.ts';

/**
 * The line of a new hub begins with the empty hour before its first report, so that one hour is a
 * step. The last hour is repeated at its end, or at the present time.
 * @param now epoch ms
 */
export function sinceFirstReport(hours: IngestAnswer['hours'], now: number): IngestAnswer['hours'] {
  const first = hours.findIndex(({ reports, refused }) => reports + refused > 0);
  const endOf = (at: string) => new Date(Math.min(Date.parse(at) + hourMs, now)).toISOString();
  const end = hours.slice(-1).map((hour) => ({ ...hour, at: endOf(hour.at) }));
  return [...hours.slice(Math.max(first - 1, 0)), ...end];
}
