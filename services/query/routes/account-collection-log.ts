import { z } from 'zod';
import { loggedItemsMax } from '../../../projections/account-achievements/projection.ts';
import { readCollectionLog } from '../../../projections/account-achievements/queries/read-collection-log.ts';
import { Int32 } from '../../../shared/domain/integer-schemas.ts';
import { accountDataRoute } from '../accounts/account-data-route.ts';
import { liveSchema } from '../history/history-sources.ts';
import { Timestamp, timestampOrNull } from '../schemas/envelope.ts';
import { integer } from '../schemas/parameters.ts';
import { shownTimeOf } from '../schemas/shown-time.ts';

const CollectionLogItem = z
  .object({
    id: Int32.nullable(),
    name: z.string().nullable(),
    quantity: Int32.nullable(),
    obtained_at: Timestamp.nullable(),
    source: z.string().nullable(),
    kill_count: Int32.nullable(),
  })
  .meta({ id: 'CollectionLogItem' });

export const accountCollectionLogRoute = accountDataRoute({
  operationId: 'getAccountCollectionLog',
  path: '/accounts/{id}/collection-log',
  tag: 'Events',
  summary: 'Collection log of an account',
  description:
    'The items that plugins reported, newest first, items without a time last. `completed` and `total` are the counts of the game, and null when they were never sent. `items` is null when no item was ever sent. Without `activity`, `updated_at` is the begin of its UTC day.',
  category: 'events',
  query: {
    limit: integer(1, loggedItemsMax)
      .optional()
      .meta({ description: '1 to 4000; 4000 when omitted.', example: 50 }),
  },
  id: 'CollectionLog',
  fields: {
    completed: Int32.nullable(),
    total: Int32.nullable(),
    updated_at: Timestamp.nullable(),
    items: z.array(CollectionLogItem).nullable(),
  },
  example: {
    completed: 733,
    total: 1_690,
    updated_at: '2026-09-14T18:22:07.399Z',
    items: [
      {
        ...{ id: 12_922, name: 'Tanzanite fang', quantity: 1 },
        ...{ obtained_at: '2026-09-14T18:22:06.800Z', source: 'Zulrah', kill_count: 612 },
      },
    ],
  },
  csvColumns: Object.keys(CollectionLogItem.shape),
  linesOf: ({ items }) => items,
  read: async ({ reader, account, accountId, query }, { feed, history, items: catalogue }) => {
    const schema = liveSchema(history, 'account-achievements');
    const known = await catalogue.of(reader);
    const nameOf = (item: number) => known.get(item)?.name ?? null;
    const log = await readCollectionLog(history.sql, { schema, accountId }, nameOf, (wanted) =>
      feed.firstDrops(accountId, wanted),
    );
    const items =
      log.items?.slice(0, query.limit ?? loggedItemsMax).map(({ obtained_at, ...item }) => ({
        ...{ id: item.id, name: item.name, quantity: item.quantity },
        obtained_at: timestampOrNull(obtained_at),
        ...{ source: item.source, kill_count: item.kill_count },
      })) ?? null;
    return { ...log, updated_at: shownTimeOf(account)(log.updated_at), items };
  },
});
