import { z } from 'zod';
import { readTrail } from '../../../projections/location-trail/queries/read-trail.ts';
import { Int32 } from '../../../shared/domain/integer-schemas.ts';
import type { QuotedSchema } from '../../../shared/postgres/quoted-schema.ts';
import { Timestamp } from '../schemas/envelope.ts';
import { historySpanMs, type RangeQuery, resolveTimeRange, type TimeRange } from '../schemas/time-range.ts';
import { type HistorySources, liveSchema } from './history-sources.ts';

export const Point = z
  .object({
    at: Timestamp,
    x: Int32,
    y: Int32,
    plane: Int32,
    world: Int32.nullable(),
    is_on_boat: z.boolean().nullable(),
    via: z.string().nullable().meta({
      description:
        'How the player came to this point from the point before: `move` (walking or sailing), `entrance` (into or out of the underground), `teleport`, or `gap` (more than 5 minutes later). Treat any other word as not walked. Null for the first point of an answer.',
    }),
  })
  .meta({ id: 'TrailPoint' });

export const examplePoint: z.infer<typeof Point> = {
  at: '2026-09-14T18:20:06.200Z',
  x: 2268,
  y: 3070,
  plane: 0,
  world: 486,
  is_on_boat: false,
  via: 'move',
};

/** See rules/additions.md#detailtile. */
export const detailParameter = z.enum(['tile'], { error: 'must be tile' }).optional().meta({
  description:
    '`tile` returns every known tile instead of one point per minute. A trail has at most 20,000 points and an answer 100,000; the oldest points are cut. Tiles are kept for 7 days unless the hub has another setting.',
  sample: 'tile',
});

export const Truncated = z.boolean().optional().meta({
  description: 'Whether older points were cut. Sent with `detail=tile` only.',
});

/** About 50 KB of text. */
const pageSize = 500;

export interface TrailPlan {
  /** The whole answer is read from one generation. */
  readonly schema: QuotedSchema;
  readonly range: TimeRange;
}

/**
 * Leaves out points older than the retention, even while they are stored
 * (rules/histories.md#retention).
 * @throws ApiError 400 on `from`
 */
export function planTrail(history: HistorySources, query: RangeQuery, now: number): TrailPlan {
  const { from, to } = resolveTimeRange(query, now, historySpanMs);
  const kept = Math.min(Math.max(from, now - history.locationRetentionMs), to);
  return { schema: liveSchema(history, 'location-trail'), range: { from: kept, to } };
}

/** Oldest first, a page at a time. */
export async function* trailText(
  { sql }: HistorySources,
  accountId: string,
  { schema, range }: TrailPlan,
): AsyncGenerator<string> {
  let separator = '';
  for (let afterMinute: number | null = null; ; ) {
    const page = await readTrail(sql, { schema, accountId, ...range, afterMinute, limit: pageSize });
    if (page.count > 0) yield separator + page.points;
    if (page.count < pageSize) return;
    separator = ',';
    afterMinute = page.lastMinute;
  }
}
