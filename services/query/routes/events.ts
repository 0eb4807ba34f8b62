import { z } from 'zod';
import type { Reader, VisibleAccount } from '../../../projections/access/visibility/reader.ts';
import type { Cursors } from '../../../projections/event-feed/queries/cursor.ts';
import type { EventFeedQueries } from '../../../projections/event-feed/queries/event-feed-queries.ts';
import type { EventFilter, EventPage } from '../../../projections/event-feed/queries/event-page.ts';
import { findReadableAccount, readableAccountIds } from '../accounts/find-account.ts';
import { defineRoute } from '../define-route.ts';
import { invalid } from '../errors/api-error.ts';
import type { RouteAnswer } from '../http/answer.ts';
import { itemRefs, sourceParameter } from '../items/item-refs.ts';
import { soughtItemIds, soughtSources } from '../items/name-search.ts';
import type { QueryServices } from '../query-services.ts';
import { accountIdForm, ListedAccountId } from '../schemas/account-ref.ts';
import { listEnvelopeOf, listMetaOf, timestamp } from '../schemas/envelope.ts';
import { Event, eventExample } from '../schemas/event.ts';
import { bigInteger, commaList, dateTime, integer } from '../schemas/parameters.ts';
import { historySpanMs, resolveTimeRange } from '../schemas/time-range.ts';
import { commaSeparated, pageAnswer } from '../streams/buffered-page.ts';

const EventType = z.string().max(64, 'must have types of at most 64 characters');

const query = z.object({
  cursor: z.string().optional().meta({
    description:
      'Omitted: the newest events, and a cursor after them. `now`: no events, only the current cursor. Otherwise a previous `meta.next_cursor`: the events after it. With `from` or `to`: omitted, or a previous `meta.next_cursor` of that range.',
    sample: 'now',
  }),
  types: commaList(EventType, { max: 100, whenEmpty: 'omitted', form: '[^,]{1,64}' }).meta({
    description: 'Comma list of event types, case-sensitive; every type when omitted.',
    sample: 'loot,pk_loot',
  }),
  accounts: commaList(ListedAccountId, { max: 100, whenEmpty: 'omitted', form: accountIdForm }).meta({
    description: 'Comma list of account ids; when omitted, every account whose events the key may read.',
    sample: '4fK2mQ9xTz0b',
  }),
  min_value: bigInteger.optional().meta({
    description: 'Only events with a `value_gp` of at least this; events without a value are left out.',
    sample: 1_000_000,
  }),
  from: dateTime.optional().meta({
    description: 'Start of a range by `occurred_at`, included. 30 days before `to` when only `to` is given.',
    sample: '2026-09-07T00:00:00Z',
  }),
  to: dateTime.optional().meta({
    description: 'End of a range by `occurred_at`, included. Now when only `from` is given.',
    sample: '2026-09-14T20:00:00+02:00',
  }),
  items: itemRefs({ required: false }).meta({
    description:
      'Comma list of item ids or names, at most 50; only events with any of these items. When nothing has exactly a name, items with its words count. The case of names is ignored.',
    sample: '4151,Tanzanite fang',
  }),
  source: sourceParameter,
  limit: integer(1, 500).optional().meta({ description: '1 to 500; 100 when omitted.', example: 50 }),
});

const EventsMeta = listMetaOf('EventsMeta', {
  next_cursor: z
    .string()
    .nullable()
    .meta({ description: 'Null at the end of a range. Never null in the feed.' }),
  caught_up: z.boolean().meta({
    description:
      'False: more events may follow, so ask again at once. In the feed, true: no event follows for now. In a range, true: this is the last page.',
  }),
});

const limitDefault = 100;

export const eventsRoute = defineRoute({
  operationId: 'listEvents',
  path: '/events',
  tag: 'Events',
  summary: 'The feed of game events',
  description:
    'Oldest first, in the order in which the hub stored the events. An event appears 10 to 15 s after the hub received it. Pass `meta.next_cursor` to the next request. The cursor also moves past events that the filters leave out, and does not change while nothing new has arrived. `meta.caught_up` is false while more events may follow: then ask again at once. Without `items` and `source`, fewer events than `limit` mean the same as `caught_up`. With them, a page reads a bounded part of the feed, so that it may hold fewer events than `limit`, even none, and `next_cursor` is the place up to which the hub read.\n\n' +
    'With `from` or `to` the answer has the events of this time range, newest first. `meta.next_cursor` leads to the ' +
    'next older page and is null at the end. Until then a page may hold fewer events than `limit`, even none. Across the ' +
    'pages, each event appears once. Events that the feed began to serve after the first page do not appear. Pass the same ' +
    'parameters with every page. A cursor of a range does not work in the feed, and a cursor of the feed does not work in a range.',
  describedCategory: 'events',
  query,
  triedQuery: 'types=loot&limit=5',
  response: listEnvelopeOf('EventsResponse', Event, EventsMeta),
  example: {
    data: [eventExample],
    meta: {
      generated_at: '2026-09-14T18:22:19.114Z',
      count: 1,
      next_cursor: 'djE6UaYSUDUMGV83M4go8wWcUccoossxYsgW',
      caught_up: true,
    },
  },
  statuses: [404],
  handle: async ({ reader, query: wanted }, services) => {
    const { feed, cursors, clock } = services;
    if (wanted.from !== undefined || wanted.to !== undefined) return readRange(reader, wanted, services);
    const place = placeOf(wanted.cursor, cursors);
    const accounts = namedAccounts(reader, wanted.accounts);
    if (typeof place === 'number' && feed.isCaughtUp(place)) return noNewEvents(wanted.cursor, clock());
    const filter = await filterOf(feed, reader, accounts, wanted);
    const { events, next, caughtUp } = await read(feed, place, filter, wanted.limit ?? limitDefault);
    return eventsAnswer(reader, { events, nextCursor: cursors.encode(next), caughtUp }, services);
  },
});

/** See rules/additions.md#events-of-a-time-range. */
async function readRange(
  reader: Reader,
  wanted: z.infer<typeof query>,
  services: QueryServices,
): Promise<RouteAnswer> {
  const { feed, cursors, clock } = services;
  const range = resolveTimeRange(wanted, clock(), historySpanMs);
  const after = wanted.cursor === undefined ? null : cursors.decodeRange(wanted.cursor);
  if (wanted.cursor !== undefined && after === null) {
    throw invalid('cursor', 'must be a cursor that the hub gave for a range');
  }
  const filter = await filterOf(feed, reader, namedAccounts(reader, wanted.accounts), wanted);
  const limit = wanted.limit ?? limitDefault;
  const { events, next } = await feed.between({ ...range, after, filter, limit });
  const nextCursor = next === null ? null : cursors.encodeRange(next);
  return eventsAnswer(reader, { events, nextCursor, caughtUp: next === null }, services);
}

const start = Buffer.from('{"data":[');

interface ServedPage {
  readonly events: EventPage['events'];
  readonly nextCursor: string | null;
  readonly caughtUp: boolean;
}

function eventsAnswer(
  reader: Reader,
  { events: found, nextCursor, caughtUp }: ServedPage,
  { eventTexts, clock, history }: QueryServices,
): RouteAnswer {
  const texts = eventTexts.of(reader, found);
  const meta = {
    generated_at: timestamp(clock()),
    count: texts.length,
    next_cursor: nextCursor,
    caught_up: caughtUp,
  };
  const end = Buffer.from(`],"meta":${JSON.stringify(meta)}}`);
  const parts = [start, ...commaSeparated(texts), end];
  return pageAnswer(parts, (bytes) => history.streamLimit.reserveNow(reader.key.id, bytes));
}

/** After this sequence; `latest` or `now` for a client without a place. */
type Place = number | 'latest' | 'now';

function placeOf(cursor: string | undefined, cursors: Cursors): Place {
  if (cursor === undefined) return 'latest';
  if (cursor === 'now') return 'now';
  const sequence = cursors.decode(cursor);
  if (sequence === null)
    throw invalid('cursor', 'must be `now` or a cursor that the hub gave without from and to');
  return sequence;
}

/** Null without the parameter. @throws ApiError 404 when an account is not readable */
function namedAccounts(reader: Reader, ids: readonly string[] | undefined): VisibleAccount[] | null {
  return ids === undefined ? null : ids.map((id) => findReadableAccount(reader, id, 'events'));
}

/** The place has not moved, so the cursor of the request is also the next cursor. */
function noNewEvents(cursor: string | undefined, now: number): RouteAnswer {
  return {
    status: 200,
    body: {
      text: `{"data":[],"meta":{"generated_at":"${timestamp(now)}","count":0,"next_cursor":"${cursor}","caught_up":true}}`,
    },
  };
}

/** @param named null for all accounts that the reader may read */
async function filterOf(
  feed: EventFeedQueries,
  reader: Reader,
  named: readonly VisibleAccount[] | null,
  wanted: z.infer<typeof query>,
): Promise<EventFilter> {
  return {
    accountIds:
      named === null ? readableAccountIds(reader, 'events') : named.map(({ account }) => account.id),
    types: wanted.types ?? null,
    minValue: wanted.min_value ?? null,
    items: wanted.items && (await soughtItemIds(feed, reader, wanted.items)),
    sources: wanted.source && (await soughtSources(feed, reader, wanted.source)),
  };
}

/** `next` is never before the place of this request (rules/feed.md#horizon). */
async function read(
  feed: EventFeedQueries,
  place: Place,
  filter: EventFilter,
  limit: number,
): Promise<Pick<EventPage, 'events'> & { readonly next: number; readonly caughtUp: boolean }> {
  if (place === 'now') return { events: [], next: await feed.horizon(), caughtUp: true };
  if (place === 'latest') {
    const { events, horizon } = await feed.latest(filter, limit);
    return { events, next: horizon, caughtUp: true };
  }
  const { events, next, horizon } = await feed.after(place, filter, limit);
  return { events, next: next ?? Math.max(place, horizon), caughtUp: next === null };
}
