import { z } from 'zod';
import type { LootFilter } from '../../../projections/event-feed/queries/top-loot.ts';
import { Int32 } from '../../../shared/domain/integer-schemas.ts';
import { findReadableAccount, rankedAccounts } from '../accounts/find-account.ts';
import { accountCsvColumns, dropsByAccount, LootAccountEntry } from '../boards/drops-by-account.ts';
import { defineRoute } from '../define-route.ts';
import { invalid } from '../errors/api-error.ts';
import { csvAnswer, dataAnswer } from '../http/answer.ts';
import { DroppedItem, droppedItem } from '../items/dropped-item.ts';
import { itemRefs } from '../items/item-refs.ts';
import { soughtItemIds } from '../items/name-search.ts';
import { accountIdForm, exampleAccountId, ListedAccountId } from '../schemas/account-ref.ts';
import { envelopeOf, exampleOf, Timestamp, timestamp } from '../schemas/envelope.ts';
import { Event, eventExample } from '../schemas/event.ts';
import { commaList, formatParameter, integer } from '../schemas/parameters.ts';
import { boardPeriodParameter, PeriodInAnswer, rangeOfBoard, timeZoneParameter } from '../schemas/period.ts';
import { rangeParameters } from '../schemas/time-range.ts';
import { pageAnswer } from '../streams/buffered-page.ts';

const Entry = z.object({ rank: Int32.min(1), event: Event }).meta({ id: 'LootEntry' });

const ItemEntry = z
  .object({ rank: Int32.min(1), ...DroppedItem.shape, drops: Int32.min(1) })
  .meta({ id: 'LootItemEntry' });

const LootLeaderboard = z
  .object({
    period: PeriodInAnswer,
    from: Timestamp,
    to: Timestamp,
    entries: z.array(Entry),
    around: z.array(Entry).optional().meta({
      description:
        'Only with the parameter `around`. Empty when none of the 10,000 best drops is of its account.',
    }),
    items: z.array(ItemEntry).optional().meta({ description: 'Only with `group=item`.' }),
    accounts: z.array(LootAccountEntry).optional().meta({ description: 'Only with `group=account`.' }),
  })
  .meta({ id: 'LootLeaderboard' });

const limitDefault = 10;

/** No `data`, because its fields differ from plugin to plugin. */
const csvColumns = [
  ...['period', 'from', 'to', 'rank', 'event_id', 'type', 'account_id', 'account_name'],
  ...['occurred_at', 'received_at', 'value_gp', 'item_id'],
  ...['npc_id', 'skill', 'level', 'tier', 'points', 'special_world', 'title', 'line'],
];
const itemCsvColumns = [
  ...['period', 'from', 'to', 'rank', 'item_id', 'item_name', 'quantity', 'value_gp'],
  ...['first_at', 'last_at', 'drops'],
];

export const leaderboardLootRoute = defineRoute({
  operationId: 'getLootLeaderboard',
  path: '/leaderboards/loot',
  tag: 'Leaderboards',
  summary: 'The most valuable drops',
  description:
    '`loot` and `pk_loot` events of the period that have a value, of the accounts whose `events` the key reads. ' +
    'Most valuable first, then newest; never from special worlds, and only events that `/events` already serves. ' +
    'With `group`, all drops by item or by account instead.',
  describedCategory: 'events',
  query: z.object({
    period: boardPeriodParameter,
    from: rangeParameters.from.meta({
      description:
        'Start of a range by `occurred_at`, included. The first event when only `to` is given. Must not be after `to`.',
    }),
    to: rangeParameters.to.meta({
      description: 'End of a range by `occurred_at`, not included; now when omitted.',
    }),
    accounts: commaList(ListedAccountId, { max: 100, whenEmpty: 'omitted', form: accountIdForm }).meta({
      description: 'Comma list of account ids: drops of only these. When omitted, of every account.',
      sample: exampleAccountId,
    }),
    items: itemRefs({ required: false }).meta({
      description:
        'Comma list of item ids or names, at most 50: only drops with any of these items, or only these items. When nothing has exactly a name, items with its words count.',
      sample: '4151,Tanzanite fang',
    }),
    group: z
      .enum(['item', 'account'], { error: 'must be item or account' })
      .optional()
      .meta({
        description: `\`item\` fills the list \`items\`, the most valuable item first, and leaves \`entries\` empty. The CSV then has the columns ${itemCsvColumns.join(', ')}. \`account\` fills the list \`accounts\` instead, with the columns ${accountCsvColumns.join(', ')}.`,
        sample: 'item',
      }),
    limit: integer(1, 50).optional().meta({ description: '1 to 50; 10 when omitted.', example: 25 }),
    around: ListedAccountId.optional().meta({
      description:
        'An account id. `around` has its best drop with two drops before and two after it. With `group=account`, `accounts` also has this account, and two accounts before and two after it.',
      sample: exampleAccountId,
    }),
    tz: timeZoneParameter,
    format: formatParameter,
  }),
  triedQuery: 'period=week',
  response: envelopeOf('LootLeaderboardResponse', LootLeaderboard),
  example: exampleOf(
    {
      period: 'day',
      from: '2026-09-13T22:00:00.000Z',
      to: '2026-09-14T18:22:19.114Z',
      entries: [{ rank: 1, event: eventExample }],
    },
    '2026-09-14T18:22:19.114Z',
  ),
  csvColumns,
  statuses: [404],
  kept: 'answer',
  handle: async ({ reader, query: asked }, { clock, feed, eventTexts, history }) => {
    const { limit = limitDefault, around, tz } = asked;
    const now = clock();
    const { period, ...range } = rangeOfBoard(asked, now, tz ?? reader.timeZone, exactly);
    if (around !== undefined && asked.group === 'item')
      throw invalid('around', 'must not be given together with group=item');
    const accountIds = rankedAccounts(reader, asked.accounts, 'events').map(({ account }) => account.id);
    if (around !== undefined) findReadableAccount(reader, around, 'events');
    const items = asked.items && (await soughtItemIds(feed, reader, asked.items));
    const filter: LootFilter = { accountIds, ...range, items };
    const head = { period, from: timestamp(range.from), to: timestamp(range.to) };
    if (asked.group === 'item') {
      const found = await feed.lootByItem(filter, limit);
      const ranked = found.map((each, index) => ({ rank: index + 1, ...droppedItem(each) }));
      if (asked.format !== 'csv') return dataAnswer({ ...head, entries: [], items: ranked }, now);
      const lines = ranked.map((item) => ({ ...head, ...item, item }));
      return csvAnswer(itemCsvColumns, lines);
    }
    if (asked.group === 'account') {
      const accounts = dropsByAccount(reader, await feed.dropValues(filter), { limit, around });
      if (asked.format !== 'csv') return dataAnswer({ ...head, entries: [], accounts }, now);
      const lines = accounts.map((each) => ({ ...head, ...each }));
      return csvAnswer(accountCsvColumns, lines);
    }
    const drops = eventTexts.of(reader, await feed.topLoot(filter, limit));
    if (asked.format === 'csv') {
      const events = drops.map((text): z.infer<typeof Event> => JSON.parse(text.toString()));
      const lines = events.map((event, index) => ({ ...head, ...event, event, rank: index + 1 }));
      return csvAnswer(csvColumns, lines);
    }
    const near = around === undefined ? null : await feed.lootAround(filter, around);
    const parts = [
      Buffer.from(`{"data":${JSON.stringify(head).slice(0, -1)},"entries":[`),
      ...entriesText(drops, 1),
      ...(near === null
        ? []
        : [Buffer.from('],"around":['), ...entriesText(eventTexts.of(reader, near), near[0]?.rank ?? 1)]),
      Buffer.from(`]},"meta":${JSON.stringify({ generated_at: timestamp(now) })}}`),
    ];
    return pageAnswer(parts, (bytes) => history.streamLimit.reserveNow(reader.key.id, bytes));
  },
});

const exactly = (at: number): number => at;
const brace = Buffer.from('}');

function entriesText(events: readonly Buffer[], firstRank: number): Buffer[] {
  return events.flatMap((event, index) => [
    Buffer.from(`${index === 0 ? '' : ','}{"rank":${firstRank + index},"event":`),
    event,
    brace,
  ]);
}
