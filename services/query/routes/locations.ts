import { z } from 'zod';
import { findNamedAccounts } from '../accounts/find-account.ts';
import { defineRoute } from '../define-route.ts';
import { envelopeText, rangeText } from '../history/history-json.ts';
import { readTrails } from '../history/tiles/tile-trail.ts';
import { detailParameter, examplePoint, Point, planTrail, Truncated } from '../history/trail.ts';
import { AccountRef, accountRef, exampleAccount, namedAccountsParameter } from '../schemas/account-ref.ts';
import { envelopeOf, exampleOf, Timestamp } from '../schemas/envelope.ts';
import { rangeParameters, type TimeRange } from '../schemas/time-range.ts';
import { textAnswer } from '../streams/text-answer.ts';

const AccountTrail = z
  .object({ account: AccountRef, points: z.array(Point), truncated: Truncated })
  .meta({ id: 'AccountTrail' });

const Trails = z
  .object({ from: Timestamp, to: Timestamp, accounts: z.array(AccountTrail) })
  .meta({ id: 'Trails' });

export const locationsRoute = defineRoute({
  operationId: 'getLocations',
  path: '/locations',
  tag: 'History',
  summary: 'Location trails of several accounts',
  description:
    'The trails of 1 to 10 accounts, 50 for a service key, in request order. The key must be able to read all of the ' +
    'accounts, else the answer is 404. `/accounts` lists the accounts that the key can see.',
  describedCategory: 'location_history',
  query: z.object({ accounts: namedAccountsParameter, ...rangeParameters, detail: detailParameter }),
  triedQuery: 'accounts=$ID',
  response: envelopeOf('TrailsResponse', Trails),
  example: exampleOf({
    from: '2026-08-15T18:22:06.800Z',
    to: '2026-09-14T18:22:06.800Z',
    accounts: [{ account: exampleAccount, points: [examplePoint] }],
  }),
  statuses: [404],
  handle: async ({ reader, query }, { clock, history }) => {
    const now = clock();
    const plan = planTrail(history, query, now);
    const accounts = findNamedAccounts(reader, query.accounts, 'location_history');
    const trails = readTrails(history, accounts, plan, { detail: query.detail, now });
    const text = envelopeText(trailsText(plan.range, trails), now);
    return textAnswer(text, history.streamLimit, reader.key.id);
  },
});

async function* trailsText(range: TimeRange, trails: ReturnType<typeof readTrails>): AsyncGenerator<string> {
  yield `{${rangeText(range)},"accounts":[`;
  let separator = '';
  for await (const { account, points, more } of trails) {
    yield `${separator}{"account":${JSON.stringify(accountRef(account))},"points":[`;
    yield* points;
    yield `]${more}}`;
    separator = ',';
  }
  yield ']}';
}
