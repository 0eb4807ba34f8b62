import { z } from 'zod';
import { readWealthDays } from '../../../projections/wealth-days/queries/read-wealth-days.ts';
import { Int64 } from '../../../shared/domain/integer-schemas.ts';
import { findReadableAccount } from '../accounts/find-account.ts';
import { csvAnswer } from '../csv/csv-answer.ts';
import { defineRoute } from '../define-route.ts';
import { liveSchema } from '../history/history-sources.ts';
import { AccountRef, accountPath, accountRef } from '../schemas/account-ref.ts';
import { envelopeOf, Timestamp, timestamp } from '../schemas/envelope.ts';
import { formatParameter } from '../schemas/format.ts';
import { historySpanMs, rangeParameters, resolveTimeRange } from '../schemas/time-range.ts';

const WealthDay = z
  .object({
    day: z.iso.date(),
    last_value: Int64.nonnegative(),
    max_value: Int64.nonnegative(),
  })
  .meta({ id: 'WealthDay' });

const Wealth = z
  .object({ account: AccountRef, from: Timestamp, to: Timestamp, days: z.array(WealthDay) })
  .meta({ id: 'Wealth' });

const csvColumns = ['account_id', 'account_name', 'day', 'last_value', 'max_value'];

export const accountWealthRoute = defineRoute({
  operationId: 'getAccountWealth',
  path: '/accounts/{id}/wealth',
  tag: 'History',
  summary: 'Carried value of an account per day',
  description:
    'Inventory plus equipment at guide prices, oldest first. A UTC day that intersects [from, to) has an entry if on that day the account was seen and the value was known.',
  describedCategory: 'inventory',
  params: accountPath,
  query: z.object({ ...rangeParameters, format: formatParameter }),
  response: envelopeOf('WealthResponse', Wealth),
  example: {
    data: {
      account: { id: '4fK2mQ9xTz0b', name: 'Quillon Fen' },
      from: '2026-08-15T18:22:06.800Z',
      to: '2026-09-14T18:22:06.800Z',
      days: [{ day: '2026-09-14', last_value: 41_220_431, max_value: 63_100_020 }],
    },
    meta: { generated_at: '2026-09-14T18:22:06.800Z' },
  },
  csvColumns,
  statuses: [404],
  handle: async ({ reader, params: { id: accountId }, query }, { clock, history }) => {
    const now = clock();
    const { from, to } = resolveTimeRange(query, now, historySpanMs);
    const account = findReadableAccount(reader, accountId, 'inventory');
    const schema = liveSchema(history, 'wealth-days');
    // Not streamed: a small row a day makes a short answer.
    const days = await readWealthDays(history.sql, { schema, accountId, from, to });
    if (query.format === 'csv') {
      const { id, name } = accountRef(account);
      return csvAnswer(
        csvColumns,
        days.map(({ day, last_value, max_value }) => [id, name, day, last_value, max_value]),
      );
    }
    const data = { account: accountRef(account), from: timestamp(from), to: timestamp(to), days };
    return { status: 200, body: { json: { data, meta: { generated_at: timestamp(now) } } } };
  },
});
