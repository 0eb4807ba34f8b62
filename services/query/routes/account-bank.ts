import { z } from 'zod';
import { accountDataRoute } from '../accounts/account-data-route.ts';
import { liveSchema } from '../history/history-sources.ts';
import { itemsOfStorageMax, StorageInAnswer, storagesOf } from '../items/storages.ts';
import { integer } from '../schemas/parameters.ts';

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

export const accountBankRoute = accountDataRoute({
  operationId: 'getAccountBank',
  path: '/accounts/{id}/bank',
  tag: 'Accounts',
  summary: 'The bank and other storages of an account',
  description:
    'The storages that plugins sent, with the items in the order of the plugin. `storages` is null when none was ever sent. ' +
    'A name or price is null while neither a file nor a worn or carried item that the key reads says it. Without `activity`, `updated_at` is the begin of its UTC day.',
  category: 'bank',
  query: {
    limit: integer(1, itemsOfStorageMax)
      .optional()
      .meta({ description: 'Items of each storage, 1 to 2000; 2000 when omitted.', example: 50 }),
  },
  id: 'Bank',
  fields: { storages: z.array(StorageInAnswer).nullable() },
  example: { storages: [exampleStorage] },
  csvColumns: ['storage', 'updated_at', 'id', 'name', 'quantity', 'ge_price', 'ha_price'],
  linesOf: ({ storages }) =>
    storages?.flatMap(({ items, ...storage }) => items.map((item) => ({ ...storage, ...item }))) ?? [],
  read: async ({ reader, account, query }, { history, items }) => {
    const schema = liveSchema(history, 'item-storages');
    const { limit = itemsOfStorageMax } = query;
    const known = await items.of(reader);
    const storages = await storagesOf(history.sql, schema, account, { known, limit });
    return { storages: storages.length === 0 ? null : storages };
  },
});
