import { z } from 'zod';
import { withOverall } from '../../../projections/xp-history/queries/gains.ts';
import { readGains } from '../../../projections/xp-history/queries/read-gains.ts';
import { Int64 } from '../../../shared/domain/integer-schemas.ts';
import { accountDataRoute } from '../accounts/account-data-route.ts';
import { liveSchema } from '../history/history-sources.ts';
import { Timestamp, timestamp } from '../schemas/envelope.ts';
import {
  AnsweredPeriodOrNull,
  explicitRange,
  periodParameter,
  rangeOfPeriod,
  timeZoneParameter,
} from '../schemas/period.ts';
import { rangeParameters } from '../schemas/time-range.ts';

const SkillGain = z.object({ skill: z.string(), xp: Int64.nonnegative() }).meta({ id: 'SkillGain' });

export const accountGainsRoute = accountDataRoute({
  operationId: 'getAccountGains',
  path: '/accounts/{id}/gains',
  tag: 'Xp',
  summary: 'Xp that an account gained',
  description:
    'Gains per skill, Overall first; 0 when nothing was gained. `day` begins at midnight in the time zone of the key’s ' +
    'creator. `week`, `month` and `year` are the last 7, 30 and 365 days. The ends of an explicit range are rounded down to 5 minutes. Give `period` or a range, not both.',
  category: 'stats',
  query: {
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
  },
  triedQuery: 'period=week',
  rangeOf: (query, now, reader) => {
    const explicit = explicitRange(query, now);
    if (explicit !== null) return { period: null, ...explicit };
    const { period = 'day', tz = reader.timeZone } = query;
    return { period, ...rangeOfPeriod(period, now, tz) };
  },
  id: 'Gains',
  fields: { period: AnsweredPeriodOrNull, from: Timestamp, to: Timestamp, gains: z.array(SkillGain) },
  example: {
    period: 'day',
    from: '2026-09-13T22:00:00.000Z',
    to: '2026-09-14T18:22:06.800Z',
    gains: [
      { skill: 'Overall', xp: 128_400 },
      { skill: 'Slayer', xp: 128_400 },
      { skill: 'Sailing', xp: 0 },
    ],
  },
  csvColumns: ['period', 'from', 'to', 'skill', 'xp'],
  linesOf: ({ gains, ...of }) => gains.map((gain) => ({ ...of, ...gain })),
  read: async ({ accountId, range: { period, from, to }, now }, { history }) => {
    const gains = await readGains(history.sql, {
      schema: liveSchema(history, 'xp-history'),
      accountIds: [accountId],
      ...{ from, to, now },
      rawKeptFrom: now - history.xpRawRetentionMs,
      movedOnly: false,
    });
    return { readAt: now, period, from: timestamp(from), to: timestamp(to), gains: withOverall(gains) };
  },
});
