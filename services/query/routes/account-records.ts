import { z } from 'zod';
import { readRecords } from '../../../projections/xp-records/queries/read-records.ts';
import { Int32, Int64 } from '../../../shared/domain/integer-schemas.ts';
import { type RecordPeriod, recordPeriods } from '../../../shared/domain/record-periods.ts';
import { accountDataRoute } from '../accounts/account-data-route.ts';
import { orderOfAccounts, rankedIds } from '../accounts/find-account.ts';
import { liveSchema } from '../history/history-sources.ts';
import { Timestamp, timestamp, timestampOrNull } from '../schemas/envelope.ts';
import { openEnum } from '../schemas/open-enum.ts';

const RecordPeriodInAnswer = openEnum('RecordPeriod', Object.keys(recordPeriods) as RecordPeriod[]);

const GainRecord = z
  .object({
    skill: z.string(),
    period: RecordPeriodInAnswer,
    gain: Int64.min(1),
    from: Timestamp,
    to: Timestamp,
  })
  .meta({ id: 'GainRecord' });

export const MilestoneKind = openEnum('MilestoneKind', ['level', 'total_level', 'xp']);

const Milestone = z
  .object({
    kind: MilestoneKind,
    skill: z.string(),
    value: Int64,
    at: Timestamp.nullable(),
    rank: Int32.min(1).nullable(),
  })
  .meta({ id: 'Milestone' });

export const accountRecordsRoute = accountDataRoute({
  operationId: 'getAccountRecords',
  path: '/accounts/{id}/records',
  tag: 'Xp',
  summary: 'Best gains and milestones of an account',
  description:
    'The highest gain of one UTC day, of 7 and of 30 UTC days for each skill, Overall first. Milestones come newest first; `rank` is the place by time among the accounts whose `stats` the key reads, after accounts that had reached the milestone before their first report. ' +
    '`at` and `rank` are null when the account reached a milestone before its first report. Both lists are null when no xp was ever sent. CSV has the lines of both lists.',
  category: 'stats',
  query: {},
  id: 'Records',
  fields: { records: z.array(GainRecord).nullable(), milestones: z.array(Milestone).nullable() },
  example: {
    records: [
      {
        ...{ skill: 'Overall', period: 'day', gain: 1_402_118 },
        ...{ from: '2026-09-13T00:00:00.000Z', to: '2026-09-14T00:00:00.000Z' },
      },
    ],
    milestones: [
      { kind: 'level', skill: 'Slayer', value: 90, at: '2026-09-13T20:00:56.400Z', rank: 3 },
      { kind: 'total_level', skill: 'Overall', value: 2_000, at: null, rank: null },
    ],
  },
  csvColumns: ['skill', 'period', 'gain', 'from', 'to', 'kind', 'value', 'at', 'rank'],
  linesOf: ({ records, milestones }) => [...(records ?? []), ...(milestones ?? [])],
  read: async ({ reader, accountId }, { history }) => {
    const found = await readRecords(history.sql, {
      schema: liveSchema(history, 'xp-records'),
      accountId,
      ranked: rankedIds(reader, 'stats'),
      compareIds: orderOfAccounts(reader),
    });
    return {
      records:
        found?.records.map(({ from, to, ...record }) => {
          return { ...record, from: timestamp(from), to: timestamp(to) };
        }) ?? null,
      milestones:
        found?.milestones.map(({ kind, skill, value, at, rank }) => {
          return { kind, skill, value, at: timestampOrNull(at), rank };
        }) ?? null,
    };
  },
});
