import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type EventDefinition, newEvent } from '../../shared/events/event.ts';
import { type HoldingData, type HoldingName, holdings } from '../../shared/events/holdings.ts';
import type { TimedEvent } from '../../shared/log/journal.ts';
import { foldRows } from '../../shared/projection/testing/fold-rows.ts';
import {
  openTestProjection,
  type TestProjection,
} from '../../shared/projection/testing/open-test-projection.ts';
import { drain, liveGeneration } from '../../shared/projection/testing/step-projector.ts';
import { eventFeedProjection } from '../event-feed/projection.ts';
import { createEventFeedQueries } from '../event-feed/queries/event-feed-queries.ts';
import { gameEvent } from '../event-feed/testing/game-events.ts';
import { servedAtOnceMs } from '../event-feed/testing/open-test-feed.ts';
import { achievementsProjection, loggedItemsMax } from './projection.ts';
import { readCollectionLog } from './queries/read-collection-log.ts';
import { readProgress } from './queries/read-progress.ts';

const hour = 3_600_000;
const day = 24 * hour;
const minute = 60_000;
const start = Date.UTC(2026, 8, 14);

function held<Name extends HoldingName>(name: Name, at: number, content: Omit<HoldingData<Name>, 'at'>) {
  const definition: EventDefinition = holdings[name];
  const about = { subject: 'a', source: 'dink', part: name } as const;
  return {
    ...newEvent(definition, about, { at: start + at, ...content }),
    appendTime: start + at,
  };
}

interface Entry {
  readonly itemName?: string;
  readonly id?: number | null;
  readonly completedEntries?: number;
  readonly dropperName?: string | undefined;
  readonly killCount?: number | undefined;
}

function happened(type: string, at: number, extra: object, item_id: number | null = null): TimedEvent {
  const data = JSON.stringify({ type, extra });
  return {
    ...gameEvent('a', { type, occurred_at: start + at, item_id, data }),
    appendTime: start + at,
  };
}

const logged = ({ id = null, ...entry }: Entry, at: number) =>
  happened('collection_log', at, { ...entry, itemId: id ?? -1 }, id);

interface Loot {
  readonly item: object;
  readonly source: string | null;
  readonly killCount?: number | undefined;
  readonly special_world?: boolean;
}

function dropped({ item, special_world = false, ...loot }: Loot, at: number): TimedEvent {
  const data = JSON.stringify({ data: { items: [{ ...item, quantity: 1 }], ...loot } });
  return { ...gameEvent('a', { occurred_at: start + at, special_world, data }), appendTime: start + at };
}

async function logOf({ database, journal, live }: TestProjection) {
  const feed = await liveGeneration(database, eventFeedProjection);
  await drain(database, journal, feed);
  const generations = { schemaOf: () => feed.schema };
  const queries = createEventFeedQueries({ database, generations, settleMs: servedAtOnceMs });
  const account = { schema: live.schema, accountId: 'a' };
  const { items, updated_at, ...counts } = await readCollectionLog(
    database,
    account,
    (id) => known[id] ?? null,
    (items) => queries.firstDrops('a', items),
  );
  const since = (at: number | null) => (at === null ? null : at - start);
  return {
    ...counts,
    updated_at: since(updated_at),
    items: items?.map((item) => ({ ...item, obtained_at: since(item.obtained_at) })) ?? null,
  };
}

function progressOf({ database, live }: TestProjection, withEvents = true) {
  return readProgress(database, { schema: live.schema, accountId: 'a' }, withEvents);
}

/** Names of the item catalogue. */
const known: Readonly<Record<number, string>> = { 4151: 'Abyssal whip' };
const nothing = { quantity: null, source: null, kill_count: null };
const fang = { id: 12_922, name: 'Tanzanite fang', ...nothing };

test('entries of several plugins are one item with its earliest time and highest count', async () => {
  const projection = await openTestProjection(
    achievementsProjection,
    logged({ itemName: 'Tanzanite fang', id: 12_922, killCount: 611 }, 2 * hour),
    logged({ itemName: 'tanzanite FANG ' }, hour),
    logged(
      {
        itemName: 'Tanzanite fang',
        id: 12_922,
        dropperName: 'Zulrah',
        killCount: 612,
      },
      3 * hour,
    ),
    logged({ itemName: 'Pet snakeling', id: null }, 4 * hour),
    held('collection-log', 5 * hour, {
      items: [
        { id: 12_922, quantity: 2 },
        { id: 4_151, quantity: 1 },
      ],
    }),
  );
  const expected = {
    completed: 2,
    total: null,
    updated_at: 5 * hour,
    items: [
      { ...fang, id: null, name: 'Pet snakeling', obtained_at: 4 * hour },
      { ...fang, obtained_at: hour, quantity: 2, source: 'Zulrah', kill_count: 612 },
      { ...fang, id: 4_151, name: 'Abyssal whip', obtained_at: null, quantity: 1 },
    ],
  };
  expect(await logOf(projection)).toEqual(expected);
});

test('an item without a source has the source of its first drop, in whatever order both arrive', async () => {
  const fangDrop = (says: Omit<Loot, 'item'>, at: number) =>
    dropped({ item: { id: 12_922, name: 'Tanzanite fang' }, ...says }, at);
  const events = [
    logged({ itemName: 'Tanzanite fang', id: 12_922 }, hour),
    fangDrop({ source: 'Zulrah', killCount: 612 }, hour + minute),
    fangDrop({ source: 'A league', special_world: true }, hour),
    logged({ itemName: 'Dragon axe', id: null, killCount: 9 }, hour),
    dropped({ item: { id: 6_739, name: 'dragon AXE' }, source: 'Rex', killCount: 8 }, hour - minute),
    logged({ itemName: 'Onyx', id: 6_573, dropperName: 'Skotizo' }, hour),
    dropped({ item: { id: 6_573 }, source: 'Zulrah', killCount: 1 }, hour),
    logged({ itemName: 'Magma mutagen', id: 13_201 }, hour),
    dropped({ item: { id: 13_201 }, source: 'Zulrah' }, hour + minute + 1),
  ];
  const expected = [
    { ...nothing, id: null, name: 'Dragon axe', obtained_at: hour, source: 'Rex', kill_count: 9 },
    { ...nothing, id: 13_201, name: 'Magma mutagen', obtained_at: hour },
    { ...nothing, id: 6_573, name: 'Onyx', obtained_at: hour, source: 'Skotizo' },
    { ...fang, obtained_at: hour, source: 'Zulrah', kill_count: 612 },
  ];
  for (const order of [events, events.toReversed()]) {
    const projection = await openTestProjection(achievementsProjection);
    for (const event of order) await projection.record({ ...event, appendTime: start + hour });
    expect((await logOf(projection)).items).toEqual(expected);
    await projection.record(fangDrop({ source: 'Earlier' }, -minute));
    expect((await logOf(projection)).items?.[3]).toEqual({ ...fang, obtained_at: hour });
  }
});

test('a log that was never sent is null, and a log that was sent empty is empty', async () => {
  const projection = await openTestProjection(achievementsProjection);
  expect(await logOf(projection)).toEqual({
    completed: null,
    total: null,
    updated_at: null,
    items: null,
  });
  await projection.record(held('collection-log-count', 0, { completed: 0, total: 1_690 }));
  expect(await logOf(projection)).toEqual({
    completed: 0,
    total: 1_690,
    updated_at: 0,
    items: null,
  });
  await projection.record(held('collection-log', hour, { items: [] }));
  expect(await logOf(projection)).toEqual({
    completed: 0,
    total: 1_690,
    updated_at: hour,
    items: [],
  });
});

test('the highest count of a login and of events counts, and a lower count a day later', async () => {
  const projection = await openTestProjection(
    achievementsProjection,
    held('quest-count', 0, { completed: 140, total: 178 }),
    happened('QUEST', hour, {
      completedQuests: 141,
      totalQuests: 177,
      questPoints: 259,
      totalQuestPoints: 330,
    }),
    happened('QUEST', 2 * hour, { completedQuests: 141, totalQuests: 177 }),
  );
  const countsOf = async () => (await progressOf(projection)).counts;
  expect(await countsOf()).toMatchObject({
    'quest-count': { value: 141, total: 178, at: start + hour },
    'quest-points': { value: 259, total: 330, at: start + hour },
    'diary-count': null,
  });
  await projection.record(held('quest-count', 3 * hour, { completed: 139, total: 178 }));
  expect((await countsOf())['quest-count']?.value).toBe(141);
  await projection.record(held('quest-count', hour + day, { completed: 139, total: 178 }));
  expect((await countsOf())['quest-count']).toEqual({
    value: 139,
    total: 178,
    at: start + hour + day,
  });
});

test('without events only holdings count, and the quests of Group Ironmen count without a counter', async () => {
  const projection = await openTestProjection(
    achievementsProjection,
    held('quests', 0, { states: [2, 1, 0, 2] }),
    held('slayer', hour, { points: 842, streak: 204 }),
    happened('QUEST', hour, { completedQuests: 141, totalQuests: 177 }),
    happened('achievement_diary', hour, {
      total: 31,
      tasksCompleted: 366,
      tasksTotal: 492,
    }),
    happened('PET', hour, { petName: 'Pet snakeling' }),
  );
  expect(await progressOf(projection, false)).toEqual({
    counts: {
      'quest-count': { value: 2, total: 4, at: start },
      ...{
        'quest-points': null,
        'diary-count': null,
        'diary-tasks': null,
        'combat-achievements': null,
      },
    },
    quests: {
      states: [
        { name: 'Animal Magnetism', state: 'finished' },
        { name: 'Another Slice of H.A.M.', state: 'not_started' },
        { name: 'The Ascent of Arceuus', state: 'started' },
        { name: "Alfred Grimhand's Barcrawl", state: 'finished' },
      ],
      at: start,
    },
    diaries: null,
    slayer: { points: 842, streak: 204, at: start + hour },
    pets: null,
  });
  const { counts, pets } = await progressOf(projection);
  expect(counts).toMatchObject({
    'quest-count': { value: 141, total: 177 },
    'diary-count': { value: 31, total: null },
    'diary-tasks': { value: 366, total: 492 },
  });
  expect(pets).toEqual([{ id: null, name: 'Pet snakeling', obtained_at: start + hour }]);
});

test('the diaries of Group Ironmen count without a counter, and the counter of a login instead', async () => {
  // All tasks of the easy tier of Ardougne, and a task of the medium tier.
  const variables = Array.from({ length: 62 }, (_, place) => (place === 0 ? 0b11_1010_1111_0111 : 0));
  const projection = await openTestProjection(
    achievementsProjection,
    held('diaries', 0, { variables }),
    held('diary-tasks', hour, { completed: 12, total: 492 }),
  );
  const { counts, diaries } = await progressOf(projection);
  expect(counts['diary-count']).toEqual({ value: 1, total: 48, at: start });
  expect(counts['diary-tasks']).toEqual({ value: 12, total: 492, at: start + hour });
  expect(diaries?.areas?.[0]?.tiers.map(({ completed }) => completed)).toEqual([10, 1, 0, 0]);
  await projection.record(held('diaries', hour, { variables: [1] }));
  expect((await progressOf(projection)).diaries).toEqual({ areas: null, at: start + hour });
});

test('a pet is shown once, with the earliest time of its events and its entry of the log', async () => {
  const projection = await openTestProjection(
    achievementsProjection,
    happened('PET', 2 * hour, { petName: 'Rocky' }),
    happened('PET', 3 * hour, { petName: 'rocky', duplicate: true }),
    happened('PET', 3 * hour, { petName: 'Beaver', previouslyOwned: true }),
    logged({ itemName: 'Herbi', id: 21_509 }, hour),
    held('pets', 4 * hour, {
      pets: [
        { id: 20_663, name: 'Rocky' },
        { id: 21_509, name: null },
        { id: 12_650, name: 'Pet general graardor' },
      ],
    }),
  );
  expect((await progressOf(projection)).pets).toEqual([
    { id: null, name: 'Beaver', obtained_at: null },
    { id: 12_650, name: 'Pet general graardor', obtained_at: null },
    { id: 20_663, name: 'Rocky', obtained_at: start + 2 * hour },
    { id: 21_509, name: null, obtained_at: start + hour },
  ]);
  const withoutEvents = await progressOf(projection, false);
  expect(withoutEvents.pets?.map(({ obtained_at }) => obtained_at)).toEqual([null, null, null]);
  await projection.record(held('pets', 5 * hour, { pets: [] }));
  expect((await progressOf(projection, false)).pets).toEqual([]);
});

test('an account has a bounded number of items that only events name', () => {
  const events = Array.from({ length: loggedItemsMax + 5 }, (_, number) =>
    logged({ itemName: `Item ${number}` }, number),
  );
  const recorded = events.map((event, offset) => ({
    ...event,
    partition: 0,
    offset,
    recordTime: offset,
  }));
  expect(foldRows(achievementsProjection, recorded as never).obtained).toHaveLength(loggedItemsMax);
});

const ids: Readonly<Record<string, number>> = { Fang: 1, Whip: 2, Bow: 3 };
const at = fc.integer({ min: 0, max: 8 }).map((n) => (n % 3) * minute + Math.floor(n / 3));
const entries = fc.record({
  itemName: fc.constantFrom(...Object.keys(ids)),
  hasId: fc.boolean(),
  killCount: fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined }),
  dropperName: fc.constantFrom('Kraken', undefined, undefined, undefined),
  completedEntries: fc.integer({ min: 1, max: 9 }),
  at,
});
const drops = fc.record({
  itemDropped: fc.constantFrom('Fang', 'Whip'),
  says: fc.constantFrom('id', 'name', 'id and name'),
  source: fc.constantFrom('Zulrah', 'Vorkath', null),
  killCount: fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined }),
  special_world: fc.constantFrom(true, false, false),
  at,
});
const keptLogs = fc.record({
  kept: fc.uniqueArray(fc.integer({ min: 1, max: 4 })),
  at,
});
type ValueOf<Arbitrary> = Arbitrary extends fc.Arbitrary<infer Value> ? Value : never;
type Step = ValueOf<typeof entries> | ValueOf<typeof drops> | ValueOf<typeof keptLogs>;

test('each answer equals a naive computation over the log, in batches of any size', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc
        .array(fc.oneof(entries, drops, drops, keptLogs), { maxLength: 20 })
        .filter((log) => log.some((step) => !('itemDropped' in step))),
      fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }),
      async (log, sizes) => {
        const events = log.map((step, index) => ({
          ...eventOf(step),
          appendTime: start + index,
        }));
        const projection = await openTestProjection(achievementsProjection, ...events);
        expect(await logOf(projection)).toEqual(naive(log));
        expect(await projection.digestOfRebuild(sizes)).toBe(await projection.digest());
      },
    ),
    { numRuns: 20 },
  );
});

function eventOf(step: Step): TimedEvent {
  if ('kept' in step)
    return held('collection-log', step.at, {
      items: step.kept.map((id) => ({ id, quantity: 5 })),
    });
  if ('itemDropped' in step) {
    const { itemDropped: name, says, ...loot } = step;
    const item = says === 'name' ? { name } : { id: ids[name], ...(says !== 'id' && { name }) };
    return dropped({ item, ...loot }, step.at);
  }
  const { hasId, at: occurred, ...entry } = step;
  return logged({ ...entry, id: hasId ? (ids[entry.itemName] ?? null) : null }, occurred);
}

/** The first drop that says the name, or the id if any message says it with the name. */
function naiveDrop(log: readonly Step[], name: string, id: number | null) {
  const ofItem = log.filter((step) => 'itemDropped' in step).filter((step) => step.itemDropped === name);
  const isIdKnown = id !== null || ofItem.some(({ says }) => says === 'id and name');
  return ofItem
    .filter(({ says, special_world }) => !special_world && (says !== 'id' || isIdKnown))
    .sort((one, other) => one.at - other.at)[0];
}

/** All events are of one day, so no lower count is taken. */
function naive(log: readonly Step[]) {
  const kept = log.findLast((step) => 'kept' in step) ?? null;
  const sent = log.filter((step) => 'itemName' in step);
  const inLog = (id: number | null) => (id !== null && kept?.kept.includes(id) ? 5 : null);
  const byName = [...Map.groupBy(sent, ({ itemName }) => itemName)].map(([name, reports]) => {
    const id = reports.some(({ hasId }) => hasId) ? (ids[name] ?? null) : null;
    const obtained_at = Math.min(...reports.map((each) => each.at));
    const counts = reports.flatMap(({ killCount }) => killCount ?? []);
    const entered = { source: reports.find(({ dropperName }) => dropperName)?.dropperName ?? null };
    const drop = entered.source === null ? naiveDrop(log, name, id) : undefined;
    const isNear = drop !== undefined && Math.abs(drop.at - obtained_at) <= minute;
    return {
      id,
      name,
      quantity: inLog(id),
      obtained_at,
      source: isNear ? drop.source : entered.source,
      kill_count: counts.length > 0 ? Math.max(...counts) : ((isNear ? drop.killCount : null) ?? null),
    };
  });
  const others = (kept?.kept ?? []).filter((id) => !byName.some((item) => item.id === id));
  const items = [
    ...byName.sort((one, other) => other.obtained_at - one.obtained_at || (one.name < other.name ? -1 : 1)),
    ...others.sort().map((id) => ({
      ...nothing,
      id,
      name: null,
      quantity: 5,
      obtained_at: null,
    })),
  ];
  const highest = Math.max(...sent.map(({ completedEntries }) => completedEntries));
  const countedAt = sent
    .filter(({ completedEntries }) => completedEntries === highest)
    .map((each) => each.at);
  const times = [Math.min(...countedAt), kept?.at ?? -1, ...byName.map(({ obtained_at }) => obtained_at)];
  return {
    completed: Math.max(highest, kept?.kept.length ?? 0),
    total: null,
    updated_at: Math.max(...times.filter(Number.isFinite)),
    items,
  };
}
