import { z } from 'zod';
import type { VisibleAccount } from '../../../projections/access/visibility/reader.ts';
import { findNamedAccounts } from '../accounts/find-account.ts';
import { defineRoute } from '../define-route.ts';
import { envelopeText, rangeText } from '../history/history-json.ts';
import type { HistorySources } from '../history/history-sources.ts';
import {
  AccountSeries,
  exampleSeries,
  planSeries,
  ResolutionInAnswer,
  type SeriesPlan,
  seriesColumns,
  seriesCsv,
  seriesParameters,
  seriesText,
} from '../history/xp-series.ts';
import { namedAccountsParameter } from '../schemas/account-ref.ts';
import { envelopeOf, exampleOf, Timestamp } from '../schemas/envelope.ts';
import { csvTextAnswer, textAnswer } from '../streams/text-answer.ts';

const XpOfAccounts = z
  .object({
    resolution: ResolutionInAnswer,
    from: Timestamp,
    to: Timestamp,
    accounts: z.array(AccountSeries),
  })
  .meta({ id: 'XpOfAccounts' });

export const xpRoute = defineRoute({
  operationId: 'getXp',
  path: '/xp',
  tag: 'Xp',
  summary: 'Xp of several accounts over time',
  description:
    'Series of 1 to 10 accounts, 50 for a service key, in request order. `auto` takes buckets of 5 minutes for a range up ' +
    'to 7 days, of an hour up to 90 days, and of a day beyond. The resolution is coarser when a series would exceed 5,000 points, or begins before ' +
    'the 5-minute samples that the hub keeps. The key must be able to read all of the accounts, else the answer is 404. ' +
    '`/accounts` lists the accounts that the key can see.',
  describedCategory: 'stats',
  query: z.object({ accounts: namedAccountsParameter, ...seriesParameters }),
  triedQuery: 'accounts=$ID&resolution=1h',
  response: envelopeOf('XpResponse', XpOfAccounts),
  example: exampleOf({
    resolution: exampleSeries.resolution,
    from: exampleSeries.from,
    to: exampleSeries.to,
    accounts: [exampleSeries],
  }),
  csvColumns: seriesColumns,
  statuses: [404],
  handle: async ({ reader, query }, { clock, history }) => {
    const now = clock();
    const plan = await planSeries(history, reader, query, now);
    const accounts = findNamedAccounts(reader, query.accounts, 'stats');
    if (query.format === 'csv') {
      return csvTextAnswer(seriesCsv(history, accounts, plan), history.streamLimit, reader.key.id);
    }
    const text = envelopeText(accountsText(history, accounts, plan), now);
    return textAnswer(text, history.streamLimit, reader.key.id);
  },
});

async function* accountsText(
  history: HistorySources,
  accounts: readonly VisibleAccount[],
  plan: SeriesPlan,
): AsyncGenerator<string> {
  yield `{"resolution":"${plan.resolved.tier.resolution}",${rangeText(plan.range)},"accounts":[`;
  yield* seriesText(history, accounts, plan);
  yield ']}';
}
