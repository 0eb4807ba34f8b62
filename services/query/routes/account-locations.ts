import { z } from 'zod';
import type { VisibleAccount } from '../../../projections/access/visibility/reader.ts';
import { findReadableAccount } from '../accounts/find-account.ts';
import { defineRoute } from '../define-route.ts';
import { accountListText, envelopeText } from '../history/history-json.ts';
import type { HistorySources } from '../history/history-sources.ts';
import { planTiles, readTileTrails, type TilePlan } from '../history/tiles/tile-trail.ts';
import { detailParameter, examplePoint, Point, planTrail, Truncated, trailText } from '../history/trail.ts';
import { AccountRef, accountPath, exampleAccount } from '../schemas/account-ref.ts';
import { envelopeOf, exampleOf, Timestamp } from '../schemas/envelope.ts';
import { rangeParameters } from '../schemas/time-range.ts';
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
    const data =
      query.detail === 'tile'
        ? tileTrailText(history, account, planTiles(history, plan, now))
        : accountListText(account, plan.range, 'points', trailText(history, params.id, plan));
    const text = envelopeText(data, now);
    return textAnswer(text, history.streamLimit, reader.key.id);
  },
});

async function* tileTrailText(
  history: HistorySources,
  account: VisibleAccount,
  plan: TilePlan,
): AsyncGenerator<string> {
  for (const { points, isTruncated } of await readTileTrails(history, [account], plan)) {
    yield* accountListText(account, plan.points.range, 'points', points, `,"truncated":${isTruncated}`);
  }
}
