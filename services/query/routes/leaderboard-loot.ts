import { z } from 'zod';
import { Int32 } from '../../../shared/domain/integer-schemas.ts';
import { listReadableAccounts } from '../accounts/find-account.ts';
import { csvAnswer } from '../csv/csv-answer.ts';
import type { CsvRow } from '../csv/csv-text.ts';
import { defineRoute } from '../define-route.ts';
import { envelopeOf, Timestamp, timestamp } from '../schemas/envelope.ts';
import { Event, eventExample } from '../schemas/event.ts';
import { formatParameter } from '../schemas/format.ts';
import { integer } from '../schemas/parameters.ts';
import { PeriodInAnswer, periodParameter, rangeOfPeriod, timeZoneParameter } from '../schemas/period.ts';
import { pageAnswer } from '../streams/buffered-page.ts';

const Entry = z.object({ rank: Int32.min(1), event: Event }).meta({ id: 'LootEntry' });

const LootLeaderboard = z
  .object({ period: PeriodInAnswer, from: Timestamp, to: Timestamp, entries: z.array(Entry) })
  .meta({ id: 'LootLeaderboard' });

const limitDefault = 10;
const brace = Buffer.from('}');

/** No `data`, because its fields differ from plugin to plugin. */
const csvColumns = [
  ...[
    'period',
    'from',
    'to',
    'rank',
    'event_id',
    'type',
    'account_id',
    'account_name',
    'occurred_at',
    'received_at',
    'value_gp',
    'item_id',
  ],
  ...['npc_id', 'skill', 'level', 'tier', 'points', 'special_world', 'title', 'line'],
];

export const leaderboardLootRoute = defineRoute({
  operationId: 'getLootLeaderboard',
  path: '/leaderboards/loot',
  tag: 'Leaderboards',
  summary: 'The most valuable drops',
  description:
    '`loot` and `pk_loot` events of the period that have a value, of the accounts whose `events` the key reads. ' +
    'Most valuable first, then newest; never from special worlds, and only events that `/events` already serves.',
  describedCategory: 'events',
  params: null,
  query: z.object({
    period: periodParameter.default('day'),
    limit: integer(1, 50).optional().meta({ description: '1 to 50; 10 when omitted.', example: 25 }),
    tz: timeZoneParameter,
    format: formatParameter,
  }),
  triedQuery: 'period=week',
  response: envelopeOf('LootLeaderboardResponse', LootLeaderboard),
  example: {
    data: {
      period: 'day',
      from: '2026-09-13T22:00:00.000Z',
      to: '2026-09-14T18:22:19.114Z',
      entries: [{ rank: 1, event: eventExample }],
    },
    meta: { generated_at: '2026-09-14T18:22:19.114Z' },
  },
  csvColumns,
  statuses: [],
  handle: async (
    { reader, query: { period, limit = limitDefault, format, tz } },
    { clock, feed, eventTexts, history },
  ) => {
    const now = clock();
    const range = rangeOfPeriod(period, now, tz ?? reader.timeZone);
    const accountIds = listReadableAccounts(reader, 'events').map(({ account }) => account.id);
    const drops = await feed.topLoot({ accountIds, ...range }, limit);
    if (format === 'csv') {
      const events = eventTexts.of(reader, drops).map((text): ServedEvent => JSON.parse(text.toString()));
      const rows = events.map((event, index) => [
        ...[period, timestamp(range.from), timestamp(range.to), index + 1],
        ...eventValues(event),
      ]);
      return csvAnswer(csvColumns, rows);
    }
    const entries = eventTexts
      .of(reader, drops)
      .flatMap((event, index) => [
        Buffer.from(`${index === 0 ? '' : ','}{"rank":${index + 1},"event":`),
        event,
        brace,
      ]);
    const head = JSON.stringify({ period, from: timestamp(range.from), to: timestamp(range.to) });
    const meta = JSON.stringify({ generated_at: timestamp(now) });
    const parts = [
      Buffer.from(`{"data":${head.slice(0, -1)},"entries":[`),
      ...entries,
      Buffer.from(`]},"meta":${meta}}`),
    ];
    return pageAnswer(parts, (bytes) => history.streamLimit.reserveNow(reader.key.id, bytes));
  },
});

type ServedEvent = z.infer<typeof Event>;

function eventValues({ account, ...event }: ServedEvent): CsvRow {
  return [
    ...[event.id, event.type, account.id, account.name, event.occurred_at, event.received_at],
    ...[event.value_gp, event.item_id, event.npc_id, event.skill, event.level, event.tier, event.points],
    ...[event.special_world, event.title, event.line],
  ];
}
