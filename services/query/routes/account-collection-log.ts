import { z } from 'zod';
import { loggedItemsMax } from '../../../projections/account-achievements/projection.ts';
import { readCollectionLog } from '../../../projections/account-achievements/queries/read-collection-log.ts';
import { Int32 } from '../../../shared/domain/integer-schemas.ts';
import { findReadableAccount } from '../accounts/find-account.ts';
import { csvAnswer } from '../csv/csv-answer.ts';
import { defineRoute } from '../define-route.ts';
import { liveSchema } from '../history/history-sources.ts';
import { AccountRef, accountPath, accountRef } from '../schemas/account-ref.ts';
import { envelopeOf, Timestamp, timestamp, timestampOrNull } from '../schemas/envelope.ts';
import { formatParameter } from '../schemas/format.ts';
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

const CollectionLog = z
  .object({
    account: AccountRef,
    completed: Int32.nullable(),
    total: Int32.nullable(),
    updated_at: Timestamp.nullable(),
    items: z.array(CollectionLogItem).nullable(),
  })
  .meta({ id: 'CollectionLog' });

const csvColumns = ['account_id', 'account_name', ...Object.keys(CollectionLogItem.shape)];

export const accountCollectionLogRoute = defineRoute({
  operationId: 'getAccountCollectionLog',
  path: '/accounts/{id}/collection-log',
  tag: 'Events',
  summary: 'Collection log of an account',
  description:
    'The items that plugins reported, newest first, items without a time last. `completed` and `total` are the counts of the game, and null when they were never sent. `items` is null when no item was ever sent. Without `activity`, `updated_at` is the begin of its UTC day.',
  describedCategory: 'events',
  params: accountPath,
  query: z.object({
    limit: integer(1, loggedItemsMax)
      .optional()
      .meta({ description: '1 to 4000; 4000 when omitted.', example: 50 }),
    format: formatParameter,
  }),
  response: envelopeOf('CollectionLogResponse', CollectionLog),
  example: {
    data: {
      account: { id: '4fK2mQ9xTz0b', name: 'Quillon Fen' },
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
    meta: { generated_at: '2026-09-14T18:22:06.800Z' },
  },
  csvColumns,
  statuses: [404],
  handle: async ({ reader, params: { id }, query }, { clock, feed, history, items: catalogue }) => {
    const account = findReadableAccount(reader, id, 'events');
    const schema = liveSchema(history, 'account-achievements');
    const limit = query.limit ?? loggedItemsMax;
    const known = await catalogue.of(reader);
    const nameOf = (item: number) => known.get(item)?.name ?? null;
    const log = await readCollectionLog(history.sql, { schema, accountId: id }, nameOf, (wanted) =>
      feed.firstDrops(id, wanted),
    );
    const items =
      log.items?.slice(0, limit).map(({ obtained_at, ...item }) => ({
        ...{ id: item.id, name: item.name, quantity: item.quantity },
        obtained_at: timestampOrNull(obtained_at),
        ...{ source: item.source, kill_count: item.kill_count },
      })) ?? null;
    const shown = accountRef(account);
    if (query.format === 'csv') {
      const lines = (items ?? []).map((each) => [shown.id, shown.name, ...Object.values(each)]);
      return csvAnswer(csvColumns, lines);
    }
    const data = { account: shown, ...log, updated_at: shownTimeOf(account)(log.updated_at), items };
    return { status: 200, body: { json: { data, meta: { generated_at: timestamp(clock()) } } } };
  },
});
