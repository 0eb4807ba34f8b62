import { hourMs } from '../../../../../shared/domain/durations.ts';
import type { IngestAnswer } from '../admin-answers.ts';

type Hours = IngestAnswer['hours'];

/** The line of a new hub begins with its first report. The last hour is repeated at its end. */
export function sinceFirstReport(hours: Hours): Hours {
  const first = hours.findIndex(({ reports, refused }) => reports + refused > 0);
  const end = hours
    .slice(-1)
    .map((hour) => ({ ...hour, at: new Date(Date.parse(hour.at) + hourMs).toISOString() }));
  return [...hours.slice(Math.max(first, 0)), ...end];
}
