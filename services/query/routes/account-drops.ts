import { z } from 'zod';
import { DropSource } from '../../../projections/event-feed/queries/account-drops.ts';
import { Int32, Int64 } from '../../../shared/domain/integer-schemas.ts';
import { accountDataRoute } from '../accounts/account-data-route.ts';
import { DroppedItem, droppedItem } from '../items/dropped-item.ts';
import { itemRefs, sourceParameter } from '../items/item-refs.ts';
import { soughtItemIds, soughtSources } from '../items/name-search.ts';
import { Timestamp, timestamp, timestampOrNull } from '../schemas/envelope.ts';
import { nullableOpenEnum } from '../schemas/open-enum.ts';
import { integer } from '../schemas/parameters.ts';
import { eventRangeOf, eventRangeParameters } from '../schemas/time-range.ts';

const sourcesMax = 100;

const BestDrop = z
  .object({ event_id: z.uuid(), value_gp: Int64, occurred_at: Timestamp })
  .nullable()
  .meta({ id: 'BestDrop' });

const DropsOfSource = z
  .object({
    source: z.string().nullable(),
    kind: nullableOpenEnum('DropKind', DropSource.shape.kind.unwrap().options),
    drops: Int32,
    value_gp: Int64.nullable(),
    kill_count: Int32.nullable(),
    last_at: Timestamp,
    best: BestDrop,
    items: z.array(DroppedItem),
  })
  .meta({ id: 'DropsOfSource' });
type DropsOfSource = z.infer<typeof DropsOfSource>;

export const accountDropsRoute = accountDataRoute({
  operationId: 'getAccountDrops',
  path: '/accounts/{id}/drops',
  tag: 'Events',
  summary: 'Drops of an account by source',
  description:
    'Everything that each monster, container, player or clue dropped, the most valuable source first. Counts only events that `/events` already serves, each once, and never from special worlds. `sources` is null when no drop was ever sent.',
  category: 'events',
  query: {
    ...eventRangeParameters,
    source: sourceParameter,
    items: itemRefs({ required: false }).meta({
      description:
        'Comma list of item ids or names, at most 50; only drops with any of these items. When nothing has exactly a name, items with its words count.',
      sample: '4151,Tanzanite fang',
    }),
    limit: integer(1, sourcesMax)
      .optional()
      .meta({ description: 'Sources, 1 to 100; 100 when omitted.', example: 50 }),
  },
  rangeOf: eventRangeOf,
  id: 'Drops',
  fields: {
    from: Timestamp.nullable(),
    to: Timestamp.nullable(),
    sources: z.array(DropsOfSource).nullable(),
  },
  example: {
    from: null,
    to: null,
    sources: [
      {
        source: 'Zulrah',
        kind: 'npc',
        drops: 1,
        value_gp: 2_329_167,
        kill_count: 612,
        last_at: '2026-09-14T18:22:06.800Z',
        best: {
          event_id: '5b0f8a52-3f58-8b0e-9d6b-0d1d3a0b7c11',
          value_gp: 2_329_167,
          occurred_at: '2026-09-14T18:22:06.800Z',
        },
        items: [
          {
            ...{ id: 12_922, name: 'Tanzanite fang', quantity: 1, value_gp: 2_311_407 },
            first_at: '2026-09-14T18:22:06.800Z',
            last_at: '2026-09-14T18:22:06.800Z',
          },
        ],
      },
    ],
  },
  exampleReadAt: '2026-09-14T18:22:19.114Z',
  csvColumns: [
    ...['source', 'kind', 'drops', 'kill_count'],
    ...['item_id', 'item_name', 'quantity', 'value_gp', 'first_at', 'last_at'],
  ],
  linesOf: ({ sources }) => sources?.flatMap(linesOf) ?? [],
  read: async ({ reader, accountId, query, range }, { feed }) => {
    const found = await feed.drops(
      {
        ...{ accountId, ...range },
        sources: query.source && (await soughtSources(feed, reader, query.source)),
        items: query.items && (await soughtItemIds(feed, reader, query.items)),
      },
      query.limit ?? sourcesMax,
    );
    const wasSent = found.length > 0 || (await feed.hasDrops(accountId));
    return {
      from: timestampOrNull(range.from),
      to: timestampOrNull(range.to),
      sources: wasSent ? found.map(shownSource) : null,
    };
  },
});

function shownSource({ last_at, best, items, ...source }: DropSource): DropsOfSource {
  return {
    ...source,
    last_at: timestamp(last_at),
    best: best === null ? null : { ...best, occurred_at: timestamp(best.occurred_at) },
    items: items.map(droppedItem),
  };
}

/** A source without items has a line with the value and the time of its drops. */
function linesOf({ items, ...source }: DropsOfSource): readonly object[] {
  return items.length === 0 ? [source] : items.map((item) => ({ ...source, ...item, item }));
}
