import { z } from 'zod';
import {
  type EquipmentChange,
  readEquipmentChanges,
} from '../../../projections/equipment-history/queries/read-changes.ts';
import { findReadableAccount } from '../accounts/find-account.ts';
import { defineRoute } from '../define-route.ts';
import { accountListText, envelopeText } from '../history/history-json.ts';
import { liveSchema } from '../history/history-sources.ts';
import { AccountRef, accountPath, exampleAccount } from '../schemas/account-ref.ts';
import { envelopeOf, exampleOf, Timestamp, timestamp } from '../schemas/envelope.ts';
import { ItemInAnswer } from '../schemas/state-sections.ts';
import { historySpanMs, rangeParameters, resolveTimeRange } from '../schemas/time-range.ts';
import { joined, pagesOf, textAnswer } from '../streams/text-answer.ts';

const Change = z
  .object({ changed_at: Timestamp, items: z.array(ItemInAnswer) })
  .meta({ id: 'EquipmentChange' });

const EquipmentHistory = z
  .object({ account: AccountRef, from: Timestamp, to: Timestamp, changes: z.array(Change) })
  .meta({ id: 'EquipmentHistory' });

/** About 250 KB of JSON. */
const pageSize = 200;

export const accountEquipmentHistoryRoute = defineRoute({
  operationId: 'getAccountEquipmentHistory',
  path: '/accounts/{id}/equipment-history',
  tag: 'History',
  summary: 'Changes of the worn set of an account',
  description:
    'Every change in [from, to), newest first, each with the whole set after the change. The set changes when the item ' +
    'in a slot changes. Another quantity, price or name alone is no change.',
  describedCategory: 'equipment',
  params: accountPath,
  query: z.object(rangeParameters),
  response: envelopeOf('EquipmentHistoryResponse', EquipmentHistory),
  example: exampleOf({
    account: exampleAccount,
    from: '2026-08-15T18:22:06.800Z',
    to: '2026-09-14T18:22:06.800Z',
    changes: [
      {
        changed_at: '2026-09-14T17:01:44.120Z',
        items: [
          {
            id: 11_834,
            name: 'Bandos tassets',
            quantity: 1,
            ge_price: 18_213_304,
            ha_price: 162_000,
            equipment_slot: 'LEGS',
            inventory_slot: null,
          },
        ],
      },
    ],
  }),
  statuses: [404],
  handle: async ({ reader, params: { id: accountId }, query }, { clock, history }) => {
    const now = clock();
    const range = resolveTimeRange(query, now, historySpanMs);
    const account = findReadableAccount(reader, accountId, 'equipment');
    const schema = liveSchema(history, 'equipment-history');
    const pages = pagesOf<EquipmentChange>(pageSize, (before) =>
      readEquipmentChanges(history.sql, { schema, accountId, ...range, before, limit: pageSize }),
    );
    const text = envelopeText(accountListText(account, range, 'changes', joined(pages, wornChange)), now);
    return textAnswer(text, history.streamLimit, reader.key.id);
  },
});

function wornChange({ changed_at, items }: EquipmentChange) {
  return { changed_at: timestamp(changed_at), items };
}
