import { z } from 'zod';
import { byNameAndId } from '../../../shared/domain/by-name-and-id.ts';
import { Int32, Int64 } from '../../../shared/domain/integer-schemas.ts';
import { quantityMax } from '../../../shared/domain/item.ts';
import { searchedName } from '../../../shared/domain/searched-name.ts';
import { defineRoute } from '../define-route.ts';
import { invalid } from '../errors/api-error.ts';
import { liveSchema } from '../history/history-sources.ts';
import { csvAnswer, dataAnswer } from '../http/answer.ts';
import { itemRefs, wantedItems } from '../items/item-refs.ts';
import { idsOfWords } from '../items/name-search.ts';
import { findHeldItems, type Place, placeNames } from '../items/places.ts';
import { AccountRef, accountRef, exampleAccount } from '../schemas/account-ref.ts';
import { envelopeOf, exampleOf, Timestamp } from '../schemas/envelope.ts';
import { openEnum } from '../schemas/open-enum.ts';
import { formatParameter, integer } from '../schemas/parameters.ts';
import { shownTimeOf } from '../schemas/shown-time.ts';

const ItemPlace = z
  .object({
    account: AccountRef,
    place: openEnum('PlaceName', placeNames),
    quantity: Int64,
    updated_at: Timestamp,
  })
  .meta({ id: 'ItemPlace' });

const HeldItem = z
  .object({
    id: Int32,
    name: z.string().nullable(),
    ge_price: Int32.nullable().meta({ description: 'The price of one piece, in gp.' }),
    quantity: Int64.meta({ description: 'In all places except shared storages.' }),
    places: z.array(ItemPlace).meta({ description: 'The 500 largest quantities.' }),
  })
  .meta({ id: 'HeldItem' });

const HeldItems = z.object({ items: z.array(HeldItem) }).meta({ id: 'HeldItems' });

const itemsMax = 50;
/** Ids of a request: a short prefix fits many names. */
const idsMax = 1_000;

const csvColumns = [
  ...['item_id', 'item_name', 'item_quantity', 'account_id', 'account_name'],
  ...['place', 'quantity', 'updated_at'],
];

export const itemsRoute = defineRoute({
  operationId: 'listItems',
  path: '/items',
  tag: 'Accounts',
  summary: 'The accounts that have an item',
  description:
    'The accounts that wear, carry or store the items, with each place that the key reads: `equipment` for worn, `inventory` for carried items, `bank` for storages. ' +
    'Items whose name begins with a wanted name come first, then by name; the largest quantities of an item come first. Items that no such place has are left out. Without `activity`, `updated_at` is the begin of its UTC day.',
  query: z.object({
    items: itemRefs({ required: true }).meta({
      description:
        'Comma list of item ids or names, at most 50. An item fits a name when each word of the name begins a word of its name. The case of names is ignored.',
      example: '4151,dragon bones',
    }),
    limit: integer(1, itemsMax)
      .optional()
      .meta({ description: 'Items, 1 to 50; 50 when omitted.', example: 10 }),
    format: formatParameter,
  }),
  triedQuery: 'items=coins',
  response: envelopeOf('ItemsResponse', HeldItems),
  example: exampleOf({
    items: [
      {
        id: 4151,
        name: 'Abyssal whip',
        ge_price: 1_480_000,
        quantity: 1,
        places: [
          {
            account: exampleAccount,
            place: 'worn',
            quantity: 1,
            updated_at: '2026-09-14T17:01:44.120Z',
          },
        ],
      },
    ],
  }),
  csvColumns,
  handle: async ({ reader, query }, { clock, history, items, state, feed }) => {
    if (query.items === undefined) throw invalid('items', 'is required');
    await state.waitUntilFresh();
    const schema = liveSchema(history, 'item-storages');
    const wanted = wantedItems(reader, query.items);
    const known = await items.of(reader);
    const ids = new Set([...(await feed.itemIds(wanted)), ...idsOfWords(known, wanted.names)]);
    const named = [...ids]
      .filter((id) => id >= 0 && id <= quantityMax)
      .map((id) => {
        const name = known.get(id)?.name ?? null;
        return { id, name, isBegun: name !== null && beginsWithAny(name, wanted.names) };
      })
      .sort((one, other) => Number(other.isBegun) - Number(one.isBegun) || byNameAndId(one, other));
    const held = await findHeldItems({
      sql: history.sql,
      schema,
      reader,
      state,
      itemIds: named.slice(0, idsMax).map(({ id }) => id),
      itemsMax: query.limit ?? itemsMax,
    });
    const shown = held.map(({ id, quantity, places }) => {
      const { name = null, ge_price = null } = known.get(id) ?? {};
      return { id, name, ge_price, quantity, places: places.map(placeInAnswer) };
    });
    if (query.format !== 'csv') return dataAnswer({ items: shown }, clock());
    const lines = shown.flatMap(({ places, ...item }) => places.map((place) => ({ item, ...place })));
    return csvAnswer(csvColumns, lines);
  },
});

function beginsWithAny(name: string, wanted: readonly string[]): boolean {
  const text = searchedName(name);
  return wanted.some((begin) => text.startsWith(begin));
}

function placeInAnswer({ of, place, quantity, at }: Place): z.infer<typeof ItemPlace> {
  return { account: accountRef(of), place, quantity, updated_at: shownTimeOf(of)(at) };
}
