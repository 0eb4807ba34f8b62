import { z } from 'zod';
import type { TrailPoint } from '../../../projections/location-trail/fold.ts';
import { readTrail } from '../../../projections/location-trail/queries/read-trail.ts';
import { Timestamp, timestamp } from '../schemas/envelope.ts';
import type { TimeRange } from '../schemas/time-range.ts';
import { joined, pagesOf } from '../streams/text-answer.ts';
import { type HistorySources, liveSchema } from './history-sources.ts';

export const Point = z.object({
  at: Timestamp,
  x: z.int(),
  y: z.int(),
  plane: z.int(),
  world: z.int().nullable(),
  is_on_boat: z.boolean().nullable(),
});

export const examplePoint: z.infer<typeof Point> = {
  at: '2026-09-14T18:20:06.200Z',
  x: 2268,
  y: 3070,
  plane: 0,
  world: 486,
  is_on_boat: false,
};

const pageSize = 2_000;

/** The points of an account's trail as text, oldest first; what is past its retention is not served. */
export function trailText(
  history: HistorySources,
  accountId: string,
  range: TimeRange,
  now: number,
): AsyncIterable<string> {
  const schema = liveSchema(history, 'location-trail');
  const from = Math.max(range.from, now - history.locationRetentionMs);
  const pages = pagesOf<TrailPoint & { readonly minute: number }>(pageSize, async (after) => {
    const afterMinute = after?.minute ?? null;
    return readTrail(history.sql, { schema, accountId, from, to: range.to, afterMinute, limit: pageSize });
  });
  return joined(pages, point);
}

function point({ at, x, y, plane, world, is_on_boat }: TrailPoint): z.infer<typeof Point> {
  return { at: timestamp(at), x, y, plane, world, is_on_boat };
}
