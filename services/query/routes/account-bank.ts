import { z } from 'zod';
import { findReadableAccount } from '../accounts/find-account.ts';
import { csvAnswer } from '../csv/csv-answer.ts';
import { defineRoute } from '../define-route.ts';
import { liveSchema } from '../history/history-sources.ts';
import { itemsOfStorageMax, StorageInAnswer, storagesOf } from '../items/storages.ts';
import { AccountRef, accountPath, accountRef } from '../schemas/account-ref.ts';
import { envelopeOf, timestamp } from '../schemas/envelope.ts';
import { formatParameter } from '../schemas/format.ts';
import { integer } from '../schemas/parameters.ts';

const Bank = z
  .object({ account: AccountRef, storages: z.array(StorageInAnswer).nullable() })
  .meta({ id: 'Bank' });

const csvColumns = [
  ...['account_id', 'account_name', 'storage', 'updated_at'],
  ...['id', 'name', 'quantity', 'ge_price', 'ha_price'],
];

const exampleStorage = {
  storage: 'bank',
  items: [
    {
      id: 4151,
      name: 'Abyssal whip',
      quantity: 1,
      ge_price: 1_480_000,
      ha_price: 72_000,
      equipment_slot: null,
      inventory_slot: null,
    },
  ],
  value: 1_480_000,
  updated_at: '2026-09-14T17:01:44.120Z',
};

export const accountBankRoute = defineRoute({
  operationId: 'getAccountBank',
  path: '/accounts/{id}/bank',
  tag: 'Accounts',
  summary: 'The bank and other storages of an account',
  description:
    'The storages that plugins sent, with the items in the order of the plugin. `storages` is null when none was ever sent. ' +
    'A name or price is null while neither a file nor a worn or carried item that the key reads says it. Without `activity`, `updated_at` is the begin of its UTC day.',
  describedCategory: 'bank',
  params: accountPath,
  query: z.object({
    limit: integer(1, itemsOfStorageMax)
      .optional()
      .meta({ description: 'Items of each storage, 1 to 2000; 2000 when omitted.', example: 50 }),
    format: formatParameter,
  }),
  response: envelopeOf('BankResponse', Bank),
  example: {
    data: { account: { id: '4fK2mQ9xTz0b', name: 'Quillon Fen' }, storages: [exampleStorage] },
    meta: { generated_at: '2026-09-14T18:22:06.800Z' },
  },
  csvColumns,
  statuses: [404],
  handle: async ({ reader, params, query }, { clock, history, items }) => {
    const visible = findReadableAccount(reader, params.id, 'bank');
    const schema = liveSchema(history, 'item-storages');
    const limit = query.limit ?? itemsOfStorageMax;
    const known = await items.of(reader);
    const storages = await storagesOf(history.sql, schema, visible, { known, limit });
    const account = accountRef(visible);
    if (query.format === 'csv') {
      const lines = storages.flatMap(({ storage, updated_at, items: stored }) =>
        stored.map(({ id, name, quantity, ge_price, ha_price }) => [
          ...[account.id, account.name, storage, updated_at],
          ...[id, name, quantity, ge_price, ha_price],
        ]),
      );
      return csvAnswer(csvColumns, lines);
    }
    const data = { account, storages: storages.length === 0 ? null : storages };
    return { status: 200, body: { json: { data, meta: { generated_at: timestamp(clock()) } } } };
  },
});
