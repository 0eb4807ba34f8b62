import { z } from 'zod';
import { readWealthDays } from '../../../projections/wealth-days/queries/read-wealth-days.ts';
import { Int64 } from '../../../shared/domain/integer-schemas.ts';
import { accountDataRoute } from '../accounts/account-data-route.ts';
import { liveSchema } from '../history/history-sources.ts';
import { Timestamp, timestamp } from '../schemas/envelope.ts';
import { historySpanMs, rangeParameters, resolveTimeRange } from '../schemas/time-range.ts';

const WealthDay = z
  .object({
    day: z.iso.date(),
    last_value: Int64.nonnegative(),
    max_value: Int64.nonnegative(),
  })
  .meta({ id: 'WealthDay' });

export const accountWealthRoute = accountDataRoute({
  operationId: 'getAccountWealth',
  path: '/accounts/{id}/wealth',
  tag: 'History',
  summary: 'Carried value of an account per day',
  description:
    'Inventory plus equipment at guide prices, oldest first. A UTC day that intersects [from, to) has an entry if on that day the account was seen and the value was known.',
  category: 'inventory',
  query: rangeParameters,
  rangeOf: (query, now) => resolveTimeRange(query, now, historySpanMs),
  id: 'Wealth',
  fields: { from: Timestamp, to: Timestamp, days: z.array(WealthDay) },
  example: {
    from: '2026-08-15T18:22:06.800Z',
    to: '2026-09-14T18:22:06.800Z',
    days: [{ day: '2026-09-14', last_value: 41_220_431, max_value: 63_100_020 }],
  },
  csvColumns: Object.keys(WealthDay.shape),
  linesOf: ({ days }) => days,
  read: async ({ accountId, range, now }, { history }) => {
    const schema = liveSchema(history, 'wealth-days');
    // Not streamed: a small row a day makes a short answer.
    const days = await readWealthDays(history.sql, { schema, accountId, ...range });
    return { readAt: now, from: timestamp(range.from), to: timestamp(range.to), days: [...days] };
  },
});
