import { z } from 'zod';
import { findReadableAccount } from '../accounts/find-account.ts';
import { defineRoute } from '../define-route.ts';
import { accountListText, envelopeText } from '../history/history-json.ts';
import { readTrails } from '../history/tiles/tile-trail.ts';
import { detailParameter, examplePoint, Point, planTrail, Truncated } from '../history/trail.ts';
import { AccountRef, accountPath, exampleAccount } from '../schemas/account-ref.ts';
import { envelopeOf, exampleOf, Timestamp } from '../schemas/envelope.ts';
import { rangeParameters, type TimeRange } from '../schemas/time-range.ts';
import { textAnswer } from '../streams/text-answer.ts';

const Trail = z
  .object({
    account: AccountRef,
    from: Timestamp,
    to: Timestamp,
    points: z.array(Point),
    truncated: Truncated,
  })
  .meta({ id: 'Trail' });

export const accountLocationsRoute = defineRoute({
  operationId: 'getAccountLocations',
  path: '/accounts/{id}/locations',
  tag: 'History',
  summary: 'Location trail of an account',
  description:
    'At most one point per minute in [from, to), oldest first, kept for 30 days unless the hub has another setting.',
  describedCategory: 'location_history',
  params: accountPath,
  query: z.object({ ...rangeParameters, detail: detailParameter }),
  response: envelopeOf('TrailResponse', Trail),
  example: exampleOf({
    account: exampleAccount,
    from: '2026-08-15T18:22:06.800Z',
    to: '2026-09-14T18:22:06.800Z',
    points: [examplePoint],
  }),
  statuses: [404],
  handle: async ({ reader, params, query }, { clock, history }) => {
    const now = clock();
    const plan = planTrail(history, query, now);
    const account = findReadableAccount(reader, params.id, 'location_history');
    const trails = readTrails(history, [account], plan, { detail: query.detail, now });
    const text = envelopeText(trailText(plan.range, trails), now);
    return textAnswer(text, history.streamLimit, reader.key.id);
  },
});

async function* trailText(range: TimeRange, trails: ReturnType<typeof readTrails>): AsyncGenerator<string> {
  for await (const { account, points, more } of trails)
    yield* accountListText(account, range, 'points', points, more);
}
