import { z } from 'zod';
import { readBosses } from '../../../projections/boss-kills/queries/kills-of-accounts.ts';
import { Int32, Int64 } from '../../../shared/domain/integer-schemas.ts';
import { listReadableAccounts } from '../accounts/find-account.ts';
import { killsRangeOf, killsRangeParameters } from '../boards/kills-range.ts';
import { defineRoute } from '../define-route.ts';
import { liveSchema } from '../history/history-sources.ts';
import { csvAnswer, dataAnswer } from '../http/answer.ts';
import { AccountRef, accountRef, exampleAccount } from '../schemas/account-ref.ts';
import { envelopeOf, exampleOf } from '../schemas/envelope.ts';
import { formatParameter, integer } from '../schemas/parameters.ts';

const limitDefault = 100;
const limitMax = 1_000;
const bossBytes = 256;

const First = z.object({ account: AccountRef, value: Int64.min(1) }).meta({ id: 'FirstOfBoss' });

const BossEntry = z
  .object({
    rank: Int32.min(1),
    name: z.string(),
    value: Int64.min(1),
    accounts: Int32.min(1),
    first: First.meta({ description: 'The first entry of the board of the boss.' }),
  })
  .meta({ id: 'BossEntry' });

const csvColumns = [
  ...['rank', 'name', 'value', 'accounts'],
  ...['first_account_id', 'first_account_name', 'first_value'],
];

export const leaderboardBossesRoute = defineRoute({
  operationId: 'getBossesLeaderboard',
  path: '/leaderboards/bosses',
  tag: 'Leaderboards',
  summary: 'The most killed bosses',
  description:
    'The bosses by the kills of all accounts whose `events` the key reads: the sums of the counts on `/leaderboards/kills`, of all time or of a range. `accounts` have at least one of the kills. Equal sums go by name.',
  describedCategory: 'events',
  query: z.object({
    ...killsRangeParameters,
    limit: integer(1, limitMax).optional().meta({ description: '1 to 1000; 100 when omitted.', example: 20 }),
    format: formatParameter,
  }),
  triedQuery: 'period=week',
  response: envelopeOf(
    'BossesLeaderboardResponse',
    z.object({ entries: z.array(BossEntry) }).meta({ id: 'BossesLeaderboard' }),
  ),
  example: exampleOf({
    entries: [
      {
        ...{ rank: 1, name: 'Zulrah', value: 1_204, accounts: 3 },
        first: { account: exampleAccount, value: 612 },
      },
    ],
  }),
  csvColumns,
  kept: 'reading',
  handle: async ({ reader, query }, { clock, history, keptAnswers }) => {
    const { limit = limitDefault, format, ...asked } = query;
    const range = killsRangeOf(asked, clock(), reader);
    const { readAt, bosses } = await keptAnswers.of(
      reader,
      JSON.stringify(['/leaderboards/bosses', range]),
      async () => {
        const accountIds = listReadableAccounts(reader, 'events').map(({ account }) => account.id);
        const schema = liveSchema(history, 'boss-kills');
        const readAt = clock();
        return {
          readAt,
          bosses: await readBosses(history.sql, { schema, accountIds, range, limit: limitMax }),
        };
      },
      (read) => read.bosses.length * bossBytes,
    );
    const entries = bosses.slice(0, limit).flatMap(({ firstId, firstValue, ...boss }, index) => {
      const first = reader.visible.get(firstId);
      if (first === undefined) return [];
      return { rank: index + 1, ...boss, first: { account: accountRef(first), value: firstValue } };
    });
    return format === 'csv' ? csvAnswer(csvColumns, entries) : dataAnswer({ entries }, readAt);
  },
});
