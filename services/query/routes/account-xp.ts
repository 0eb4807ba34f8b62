import { z } from 'zod';
import { findReadableAccount } from '../accounts/find-account.ts';
import { defineRoute } from '../define-route.ts';
import { envelopeText } from '../history/history-json.ts';
import {
  AccountSeries,
  exampleSeries,
  planSeries,
  seriesColumns,
  seriesCsv,
  seriesParameters,
  seriesText,
} from '../history/xp-series.ts';
import { accountPath } from '../schemas/account-ref.ts';
import { envelopeOf, exampleOf } from '../schemas/envelope.ts';
import { csvTextAnswer, textAnswer } from '../streams/text-answer.ts';

export const accountXpRoute = defineRoute({
  operationId: 'getAccountXp',
  path: '/accounts/{id}/xp',
  tag: 'Xp',
  summary: 'Xp of an account over time',
  description: 'The series of one account, as `/xp` has them.',
  describedCategory: 'stats',
  params: accountPath,
  query: z.object(seriesParameters),
  triedQuery: 'skills=overall,slayer',
  response: envelopeOf('AccountXpResponse', AccountSeries),
  example: exampleOf(exampleSeries),
  csvColumns: seriesColumns,
  statuses: [404],
  handle: async ({ reader, params, query }, { clock, history }) => {
    const now = clock();
    const plan = await planSeries(history, reader, query, now);
    const account = findReadableAccount(reader, params.id, 'stats');
    if (query.format === 'csv') {
      return csvTextAnswer(seriesCsv(history, [account], plan), history.streamLimit, reader.key.id);
    }
    const text = envelopeText(seriesText(history, [account], plan), now);
    return textAnswer(text, history.streamLimit, reader.key.id);
  },
});
