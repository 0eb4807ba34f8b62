import { z } from 'zod';
import type { Reader, VisibleAccount } from '../../../projections/access/visibility/reader.ts';
import type { Cursors } from '../../../projections/event-feed/queries/cursor.ts';
import type { EventFeedQueries } from '../../../projections/event-feed/queries/event-feed-queries.ts';
import type { EventFilter, EventPage } from '../../../projections/event-feed/queries/event-page.ts';
import { AccountIdPattern } from '../../../shared/domain/account-id.ts';
import type { RouteAnswer } from '../answer.ts';
import { defineRoute } from '../define-route.ts';
import { invalid } from '../errors.ts';
import { allReadable, findReadable } from '../find-account.ts';
import { accountIdForm } from '../schemas/account-ref.ts';
import { listEnvelopeOf, listMetaOf, timestamp } from '../schemas/envelope.ts';
import { Event, eventExample } from '../schemas/event.ts';
import { bigInteger, commaList, integer } from '../schemas/parameters.ts';
import { servedEvent } from '../served-event.ts';

const EventType = z.string().max(64, 'must have types of at most 64 characters');
const Id = z.string().regex(AccountIdPattern, 'must list account ids');

const query = z.object({
  cursor: z.string().optional().meta({
    description:
      'Omitted: the newest events, and a cursor after them. `now`: no events, only the current cursor. Otherwise a previous `meta.next_cursor`: the events after it.',
    sample: 'now',
  }),
  types: commaList(EventType, { max: 100, whenEmpty: 'omitted', form: '[^,]{1,64}' }).meta({
    description: 'Comma list of event types, as written; every type when omitted.',
    sample: 'loot,pk_loot',
  }),
  accounts: commaList(Id, { max: 100, whenEmpty: 'omitted', form: accountIdForm }).meta({
    description: 'Comma list of account ids; every account whose events the key may read when omitted.',
    sample: '4fK2mQ9xTz0b',
  }),
  min_value: bigInteger.optional().meta({
    description: 'Only events with a `value_gp` of at least this; events without a value are left out.',
    sample: 1_000_000,
  }),
  limit: integer(1, 500).optional().meta({ description: '1 to 500; 100 when omitted.', example: 50 }),
});

const EventsMeta = listMetaOf('EventsMeta', { next_cursor: z.string() });

const limitDefault = 100;

export const eventsRoute = defineRoute({
  operationId: 'listEvents',
  path: '/events',
  tag: 'Events',
  summary: 'The feed of game events',
  description:
    'Oldest first, in the order in which the hub stored them; an event appears 10 to 15 s after the hub received it. Pass `meta.next_cursor` to the next request: it moves forward also past events that the filters leave out, and is unchanged while nothing new has arrived. Fewer events than `limit` mean that you are caught up for now.',
  category: 'events',
  params: null,
  query,
  response: listEnvelopeOf('EventsResponse', Event, EventsMeta),
  example: {
    data: [eventExample],
    meta: {
      generated_at: '2026-09-14T18:22:19.114Z',
      count: 1,
      next_cursor: 'AQAAAAAAAAAqg0pKk1v7t1m3Yx2Q',
    },
  },
  statuses: [404],
  handle: async ({ reader, query: wanted }, { feed, cursors, clock }) => {
    const place = placeOf(wanted.cursor, cursors);
    const accounts = namedAccounts(reader, wanted.accounts);
    if (typeof place === 'number' && feed.isCaughtUp(place)) return noNewEvents(wanted.cursor, clock());
    const filter = filterOf(accounts ?? allReadable(reader, 'events'), wanted);
    const page = await read(feed, place, filter, wanted.limit ?? limitDefault);
    const data = page.events.flatMap((event) => servedEvent(reader, event));
    const meta = {
      generated_at: timestamp(clock()),
      count: data.length,
      next_cursor: cursors.encode(page.next),
    };
    return { status: 200, body: { text: `{"data":[${data.join()}],"meta":${JSON.stringify(meta)}}` } };
  },
});

/** Where a client reads from: after a sequence, or one of the two ways to begin. */
type Place = number | 'latest' | 'now';

function placeOf(cursor: string | undefined, cursors: Cursors): Place {
  if (cursor === undefined) return 'latest';
  if (cursor === 'now') return 'now';
  const sequence = cursors.decode(cursor);
  if (sequence === null) throw invalid('cursor', 'must be `now` or a cursor that the hub gave');
  return sequence;
}

/** The accounts of the `accounts` parameter, or null without one. @throws ApiError 404 when one is not readable */
function namedAccounts(reader: Reader, ids: readonly string[] | undefined): VisibleAccount[] | null {
  return ids === undefined ? null : ids.map((id) => findReadable(reader, id, 'events'));
}

/** The answer to a client that is caught up. Its own cursor is the next one, since each sequence has only one cursor. */
function noNewEvents(cursor: string | undefined, now: number): RouteAnswer {
  return {
    status: 200,
    body: {
      text: `{"data":[],"meta":{"generated_at":"${timestamp(now)}","count":0,"next_cursor":"${cursor}"}}`,
    },
  };
}

function filterOf(accounts: readonly VisibleAccount[], wanted: z.infer<typeof query>): EventFilter {
  return {
    accountIds: accounts.map(({ account }) => account.id),
    types: wanted.types ?? null,
    minValue: wanted.min_value ?? null,
  };
}

/** `next` is where the next request continues, never before the place where this one began (decisions.md, /events). */
async function read(
  feed: EventFeedQueries,
  place: Place,
  filter: EventFilter,
  limit: number,
): Promise<Pick<EventPage, 'events'> & { readonly next: number }> {
  if (place === 'now') return { events: [], next: await feed.horizon() };
  if (place === 'latest') {
    const { events, horizon } = await feed.latest(filter, limit);
    return { events, next: horizon };
  }
  const { events, more, horizon } = await feed.after(place, filter, limit);
  const last = events.at(-1);
  return { events, next: more && last !== undefined ? last.seq : Math.max(place, horizon) };
}
