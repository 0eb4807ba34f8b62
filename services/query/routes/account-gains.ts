import { z } from 'zod';
import { withOverall } from '../../../projections/xp-history/queries/gains.ts';
import { readGains } from '../../../projections/xp-history/queries/read-gains.ts';
import { Int64 } from '../../../shared/domain/integer-schemas.ts';
import { findReadableAccount } from '../accounts/find-account.ts';
import { csvAnswer } from '../csv/csv-answer.ts';
import { defineRoute } from '../define-route.ts';
import { liveSchema } from '../history/history-sources.ts';
import { AccountRef, accountPath, accountRef } from '../schemas/account-ref.ts';
import { envelopeOf, Timestamp, timestamp } from '../schemas/envelope.ts';
import { formatParameter } from '../schemas/format.ts';
import {
  AnsweredPeriodOrNull,
  explicitRange,
  periodParameter,
  rangeOfPeriod,
  timeZoneParameter,
} from '../schemas/period.ts';
import { rangeParameters } from '../schemas/time-range.ts';

const gainsQuery = z.object({
  period: periodParameter.optional().meta({
    description: '`day` when omitted. Not together with `from` or `to`.',
    example: 'week',
  }),
  from: rangeParameters.from.meta({
    description: 'Start of an explicit range, not after `to`. Not together with `period`.',
  }),
  to: rangeParameters.to.meta({
    description: 'End of an explicit range; now when omitted. Only together with `from`.',
  }),
  tz: timeZoneParameter,
  format: formatParameter,
});

const SkillGain = z.object({ skill: z.string(), xp: Int64.nonnegative() }).meta({ id: 'SkillGain' });

const Gains = z
  .object({
    account: AccountRef,
    period: AnsweredPeriodOrNull,
    from: Timestamp,
    to: Timestamp,
    gains: z.array(SkillGain),
  })
  .meta({ id: 'Gains' });

const csvColumns = ['account_id', 'account_name', 'period', 'from', 'to', 'skill', 'xp'];

export const accountGainsRoute = defineRoute({
  operationId: 'getAccountGains',
  path: '/accounts/{id}/gains',
  tag: 'Xp',
  summary: 'Xp that an account gained',
  description:
    'Gains per skill, Overall first; 0 when nothing was gained. `day` begins at midnight in the time zone of the key’s ' +
    'creator. `week`, `month` and `year` are the last 7, 30 and 365 days. The ends of an explicit range are rounded down to 5 minutes. Give `period` or a range, not both.',
  describedCategory: 'stats',
  params: accountPath,
  query: gainsQuery,
  triedQuery: 'period=week',
  response: envelopeOf('GainsResponse', Gains),
  example: {
    data: {
      account: { id: '4fK2mQ9xTz0b', name: 'Quillon Fen' },
      period: 'day',
      from: '2026-09-13T22:00:00.000Z',
      to: '2026-09-14T18:22:06.800Z',
      gains: [
        { skill: 'Overall', xp: 128_400 },
        { skill: 'Slayer', xp: 128_400 },
        { skill: 'Sailing', xp: 0 },
      ],
    },
    meta: { generated_at: '2026-09-14T18:22:06.800Z' },
  },
  csvColumns,
  statuses: [404],
  handle: async ({ reader, params: { id: accountId }, query }, { clock, history }) => {
    const now = clock();
    const explicit = explicitRange(query, now);
    const period = explicit === null ? (query.period ?? 'day') : null;
    const range = explicit ?? rangeOfPeriod(period ?? 'day', now, query.tz ?? reader.timeZone);
    const account = findReadableAccount(reader, accountId, 'stats');
    const gains = await readGains(history.sql, {
      schema: liveSchema(history, 'xp-history'),
      accountIds: [accountId],
      ...range,
      now,
      rawKeptFrom: now - history.xpRawRetentionMs,
      movedOnly: false,
    });
    const data = {
      account: accountRef(account),
      period,
      from: timestamp(range.from),
      to: timestamp(range.to),
      gains: withOverall(gains),
    };
    if (query.format === 'csv') {
      const { id, name } = data.account;
      return csvAnswer(
        csvColumns,
        data.gains.map(({ skill, xp }) => [id, name, period, data.from, data.to, skill, xp]),
      );
    }
    return { status: 200, body: { json: { data, meta: { generated_at: timestamp(now) } } } };
  },
});
