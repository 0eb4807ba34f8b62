import { sql } from 'slonik';
import { z } from 'zod';
import type { Sql } from '../../../shared/postgres/database.ts';
import { statementOf } from '../../../shared/postgres/slonik-statement.ts';
import {
  type LiveGenerations,
  ProjectionUnavailable,
} from '../../../shared/projection/live/live-generations.ts';
import { eventFeedProjection } from '../projection.ts';
import type { StoredEvent } from '../stored-event.ts';
import { accountDrops, type DropFilter, type DropSource, hasDrops } from './account-drops.ts';
import { type AccountDropValue, dropValues } from './drop-values.ts';
import {
  type EventFilter,
  type EventPage,
  type FeedTables,
  feedTables,
  pageOf,
  type WantedEvents,
} from './event-page.ts';
import { eventsBetween, type RangePage, rangePageOf } from './events-between.ts';
import { eventsInOrder } from './events-in-order.ts';
import { eventsOfKeys } from './events-of-keys.ts';
import type { EventsRange } from './events-range.ts';
import type { FeedHead } from './feed-head.ts';
import { type FirstDrop, firstDrops, type ItemToFind } from './first-drops.ts';
import { idsOfNames, itemIdsMax, type WantedItems } from './item-ids.ts';
import { keyScanOf } from './key-scan.ts';
import { type LootOfItem, lootByItem } from './loot-by-item.ts';
import { type NamesOf, reportedNames } from './reported-names.ts';
import { type LootFilter, lootAround, lootValues, type RankedEvent, topLoot } from './top-loot.ts';

/**
 * Serves only settled events: they never change, and no event with a lower sequence can be stored
 * any more. So each new event comes after a client's cursor.
 * @throws DatabaseUnavailable, ProjectionUnavailable
 */
export interface EventFeedQueries {
  after(sequence: number, filter: EventFilter, limit: number): Promise<EventPage>;
  latest(filter: EventFilter, limit: number): Promise<EventPage>;
  /** Newest first. */
  between(request: EventsRange): Promise<RangePage>;
  horizon(): Promise<number>;
  /** Whether nothing followed a moment ago, which costs no statement; false if unknown. */
  isCaughtUp(sequence: number): boolean;
  /** The ids of the items, at most 1,000: a value of `EventFilter.items`. */
  itemIds(wanted: WantedItems): Promise<readonly number[]>;
  /** For a search by words: each name once, as `searchedName` gives it. */
  reportedNames(of: NamesOf, reporters: readonly string[]): Promise<readonly string[]>;
  /** Highest value first. */
  topLoot(filter: LootFilter, limit: number): Promise<readonly StoredEvent[]>;
  /** The value of all drops since each of `starts` that `topLoot` ranks, gp. */
  lootValues(filter: Omit<LootFilter, 'from'>, starts: readonly number[]): Promise<readonly number[]>;
  /** Empty when none of the 10,000 best drops is of the account. */
  lootAround(filter: LootFilter, accountId: string): Promise<readonly RankedEvent[]>;
  /** Highest value first. */
  lootByItem(filter: LootFilter, limit: number): Promise<readonly LootOfItem[]>;
  /** Highest value first. */
  drops(filter: DropFilter, limit: number): Promise<readonly DropSource[]>;
  hasDrops(accountId: string): Promise<boolean>;
  firstDrops(accountId: string, items: readonly ItemToFind[]): Promise<readonly FirstDrop[]>;
  /** Only accounts with such a drop. */
  dropValues(filter: LootFilter): Promise<readonly AccountDropValue[]>;
}

/** How far the watermark passes an event before it is served (read-api.md 6, rule 5). */
export const feedSettleMs = 10_000;

/** Earlier shapes are served until this shape is built. */
const firstShapeWithItems = 7;
const firstShapeWithDrops = 10;

const HorizonRow = z.object({ horizon: z.int() });

export function createEventFeedQueries(options: {
  readonly database: Sql;
  readonly generations: Pick<LiveGenerations, 'schemaOf'> & Partial<Pick<LiveGenerations, 'tablesOf'>>;
  readonly settleMs?: number;
  /** Null: every poll is a statement. */
  readonly head?: FeedHead | null;
}): EventFeedQueries {
  const { database, generations, settleMs = feedSettleMs, head = null } = options;

  function tables(neededShape = 0): FeedTables {
    const schema = generations.schemaOf(eventFeedProjection.name);
    if (schema === null) throw new ProjectionUnavailable('no generation of event-feed is live');
    const { shape = neededShape } = generations.tablesOf?.(eventFeedProjection.name) ?? {};
    if (shape < neededShape) {
      throw new ProjectionUnavailable('the tables of items, sources and drops are being built');
    }
    return feedTables(schema, settleMs);
  }

  /** Prepared only without a filter. With a filter, the best plan depends on the values. */
  function nameOf(statement: string, filter: EventFilter): string | undefined {
    const { accountIds, types, minValue, items, sources } = filter;
    if (accountIds !== null || types !== null || minValue !== null) return undefined;
    if (items !== undefined || sources !== undefined) return undefined;
    return `${statement} ${generations.schemaOf(eventFeedProjection.name)}`;
  }

  async function readPage(statement: string, wanted: WantedEvents): Promise<EventPage> {
    const { filter, limit } = wanted;
    const live = tables(shapeFor(filter));
    const scan = keyScanOf(live, filter);
    const query = scan === null ? eventsInOrder(live, wanted) : eventsOfKeys(live, scan, wanted);
    return pageOf(await database.many(statementOf(query, nameOf(statement, filter))), limit);
  }

  return {
    after: (after, filter, limit) => readPage('feed-after', { after, filter, limit }),
    latest: (filter, limit) => readPage('feed-latest', { after: null, filter, limit }),
    between: async (request) => {
      const statement = request.after === null ? 'feed-range' : 'feed-range-after';
      const query = eventsBetween(tables(shapeFor(request.filter)), request);
      const rows = await database.many(statementOf(query, nameOf(statement, request.filter)));
      return rangePageOf(rows, request.limit);
    },
    horizon: async () => {
      const query = sql.type(HorizonRow)`select ${tables().horizon} as horizon`;
      return (await database.one(statementOf(query, `feed-horizon ${tables().schema}`))).horizon;
    },
    itemIds: async (wanted) => {
      if (wanted.names.length === 0) return wanted.ids;
      const named = await database.many(statementOf(idsOfNames(tables(firstShapeWithItems), wanted)));
      return [...new Set([...wanted.ids, ...named.map(({ item_id }) => item_id)])].slice(0, itemIdsMax);
    },
    isCaughtUp: (sequence) => head?.isCaughtUp(sequence) ?? false,
    ...dropQueries(database, tables),
  };
}

function dropQueries(database: Sql, tables: (neededShape: number) => FeedTables) {
  const withDrops = () => tables(firstShapeWithDrops);
  return {
    reportedNames: async (of, reporters) => {
      if (reporters.length === 0) return [];
      const rows = await database.many(statementOf(reportedNames(withDrops(), of, reporters)));
      return rows.map(({ name }) => name);
    },
    topLoot: async (filter, limit) =>
      database.many(statementOf(topLoot(tables(shapeFor(filter)), filter, limit))),
    lootValues: async (filter, starts) => {
      const query = lootValues(tables(shapeFor(filter)), filter, starts);
      return (await database.one(statementOf(query))).values;
    },
    lootAround: async (filter, accountId) =>
      database.many(statementOf(lootAround(tables(shapeFor(filter)), filter, accountId))),
    lootByItem: async (filter, limit) => database.many(statementOf(lootByItem(withDrops(), filter, limit))),
    drops: async (filter, limit) => database.many(statementOf(accountDrops(withDrops(), filter, limit))),
    hasDrops: async (accountId) => (await database.one(statementOf(hasDrops(withDrops(), accountId)))).found,
    firstDrops: async (accountId, items) =>
      database.many(statementOf(firstDrops(withDrops(), accountId, items))),
    dropValues: async (filter) => database.many(statementOf(dropValues(tables(shapeFor(filter)), filter))),
  } satisfies Partial<EventFeedQueries>;
}

function shapeFor({ items, sources }: Pick<EventFilter, 'items' | 'sources'>): number {
  return items === undefined && sources === undefined ? 0 : firstShapeWithItems;
}
