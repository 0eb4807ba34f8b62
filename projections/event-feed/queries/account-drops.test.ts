import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { TimedEvent } from '../../../shared/log/journal.ts';
import { buildGeneration } from '../../../shared/projection/testing/build-generation.ts';
import { digestGeneration } from '../../../shared/projection/testing/digest-generation.ts';
import { drain } from '../../../shared/projection/testing/step-projector.ts';
import { eventFeedProjection } from '../projection.ts';
import { gameEvent } from '../testing/game-events.ts';
import { openTestFeed, type TestFeed } from '../testing/open-test-feed.ts';

const noon = Date.UTC(2026, 8, 14, 12);
const everything = { accountId: 'a', from: null, to: null };

interface Report {
  readonly source: string | null;
  /** Id and quantity; null: the plugin sends no items. */
  readonly item: readonly [id: number, quantity: number] | null;
  readonly price: number;
  /** Ms after noon. */
  readonly at: number;
  readonly recorded: number;
  readonly plugin: string;
  readonly killCount?: number;
  readonly id?: string;
}

function reported(report: Report, account = 'a', some: Parameters<typeof gameEvent>[1] = {}): TimedEvent {
  const { source, item, price, at, recorded, plugin, killCount, id = randomUUID() } = report;
  const items = item === null ? {} : { items: [{ id: item[0], quantity: item[1], gePrice: price }] };
  const event = gameEvent(account, {
    ...{ event_id: id, occurred_at: noon + at, value_gp: item === null ? null : item[1] * price },
    data: JSON.stringify({ data: { source, ...items, type: 'NPC', killCount } }),
    ...some,
  });
  return { ...event, source: plugin, appendTime: noon + recorded };
}

const zulrah = { source: 'Zulrah', item: [12_922, 1], price: 1_000, plugin: 'x' } as const;

async function record(feed: TestFeed, ...events: readonly TimedEvent[]): Promise<void> {
  await feed.journal.import(events);
  await drain(feed.database, feed.journal, feed.generation);
}

async function drops(feed: TestFeed, filter: object = {}, limit = 100) {
  return feed.queries().drops({ ...everything, ...filter }, limit);
}

test('a second plugin raises the price of an item within 10 s, and counts no second drop', async () => {
  const feed = await openTestFeed();
  await record(
    feed,
    reported({ ...zulrah, plugin: 'y', at: 0, recorded: 0, source: 'Other' }),
    reported({ ...zulrah, at: 1_000, recorded: 1_000, price: 0 }),
  );
  await record(
    feed,
    reported({
      ...zulrah,
      plugin: 'y',
      source: 'ZULRAH',
      at: 2_000,
      recorded: 10_999,
      price: 1_200,
      killCount: 7,
    }),
  );
  const [first, other] = await drops(feed);
  expect(other).toMatchObject({ source: 'Other', drops: 1, value_gp: 1_000 });
  expect(first).toMatchObject({ source: 'Zulrah', kind: 'npc', drops: 1, value_gp: 1_200, kill_count: 7 });
  expect(first?.items).toEqual([
    {
      ...{ id: 12_922, name: null, quantity: 1, value_gp: 1_200 },
      ...{ first_at: noon + 1_000, last_at: noon + 1_000 },
    },
  ]);
  // 10 s after the event was stored, it never changes.
  await record(feed, reported({ ...zulrah, plugin: 'z', at: 1_000, recorded: 11_000, price: 9_000 }));
  expect(await drops(feed)).toEqual([first, other]);
});

test('sources and items come by value, then by name, and totals count what a limit leaves out', async () => {
  const feed = await openTestFeed();
  const drop = (source: string | null, id: number, price: number, at: number) =>
    reported({ ...zulrah, source, item: [id, 2], price, at, recorded: at });
  await record(
    feed,
    drop('Vorkath', 1, 5, 1),
    drop('Cerberus', 2, 5, 2),
    drop('Zulrah', 3, 9, 3),
    drop('zulrah', 4, 9, 4),
    drop(null, 5, 5, 5),
    reported({ ...zulrah, source: 'Kraken', item: null, at: 6, recorded: 6 }),
  );
  const found = await drops(feed);
  expect(found.map(({ source, value_gp }) => [source?.toLowerCase(), value_gp])).toEqual([
    ['zulrah', 36],
    ['cerberus', 10],
    ['vorkath', 10],
    [undefined, 10],
    ['kraken', null],
  ]);
  expect(found[0]?.items.map(({ id }) => id)).toEqual([3, 4]);
  expect(found[4]).toMatchObject({ best: null, items: [] });
  expect(await drops(feed, {}, 1)).toEqual(found.slice(0, 1));
  const [cerberus] = await drops(feed, { items: [2] });
  expect(cerberus).toEqual(found[1]);
  expect(await drops(feed, { sources: ['vorkath'] })).toEqual([found[2]]);
  expect((await drops(feed, { from: noon + 3, to: noon + 4 }))[0]).toMatchObject({ drops: 1, value_gp: 18 });
});

test('a drop without a kind has the kind of its source, and two kinds of a source are separate', async () => {
  const feed = await openTestFeed();
  const elf = (type: string | null, price: number, at: number) =>
    reported({ ...zulrah, at, recorded: at }, 'a', {
      ...{ value_gp: price, data: JSON.stringify({ data: { source: 'Elf', type } }) },
    });
  await record(feed, elf('NPC', 30, 1), elf(null, 20, 2), elf('PICKPOCKET', 10, 3), elf('NEW', 1, 4));
  expect((await drops(feed)).map(({ kind, value_gp }) => [kind, value_gp])).toEqual([
    ['npc', 51],
    ['pickpocket', 10],
  ]);
});

test('serves a drop no earlier than the feed, and none of another account or a special world', async () => {
  const feed = await openTestFeed();
  await record(
    feed,
    reported({ ...zulrah, at: 0, recorded: 0 }),
    reported({ ...zulrah, at: 0, recorded: 0 }, 'b'),
    reported({ ...zulrah, at: 0, recorded: 0 }, 'a', { special_world: true }),
    reported({ ...zulrah, at: 1, recorded: 1 }),
  );
  await feed.moveWatermark(noon + 10_000);
  const [source] = await feed.queries(10_000).drops(everything, 100);
  expect(source).toMatchObject({ drops: 1, last_at: noon });
  const all = { accountIds: ['a'], from: 0, to: 2 * noon };
  const items = await feed.queries(10_000).lootByItem(all, 50);
  expect(items.map(({ drops: number, last_at }) => [number, last_at])).toEqual([[1, noon]]);
});

test('the first drop of a name is of the account, by the id or the name, and not before the feed serves it', async () => {
  const feed = await openTestFeed();
  const named = { items: [{ name: 'Tanzanite fang', quantity: 1 }], source: 'Zulrah' };
  await record(
    feed,
    reported({ ...zulrah, at: -9, recorded: 0 }, 'b'),
    reported({ ...zulrah, at: 0, recorded: 0 }),
    reported({ ...zulrah, at: -1, recorded: 0 }, 'a', { special_world: true }),
    reported({ ...zulrah, at: 0, recorded: 1 }, 'a', {
      ...{ occurred_at: noon - 5, data: JSON.stringify({ data: named }) },
    }),
  );
  await feed.moveWatermark(noon + 10_000);
  const wanted = [
    { id: 12_922, name: 'tanzanite FANG' },
    { id: 2, name: 'Bow' },
  ];
  const first = { name: 'tanzanite fang', source: 'Zulrah', kill_count: null };
  const served = (settleMs?: number) => feed.queries(settleMs).firstDrops('a', wanted);
  expect(await served(10_000)).toEqual([{ ...first, occurred_at: noon }]);
  expect(await served()).toEqual([{ ...first, occurred_at: noon - 5 }]);
});

const reports = fc.array(
  fc.record({
    source: fc.constantFrom('Zulrah', 'zulrah', 'Vorkath', null),
    item: fc.constantFrom([1, 1] as const, [1, 3] as const, [2, 1] as const, null),
    price: fc.constantFrom(0, 10, 25),
    ago: fc.constantFrom(0, 0, 4_000),
    after: fc.constantFrom(0, 1_000, 3_000, 9_000, 40_000),
    plugin: fc.constantFrom('x', 'x', 'y'),
    resends: fc.constantFrom(false, false, false, true),
  }),
  { minLength: 1, maxLength: 40, size: 'max' },
);

test('each answer equals a naive computation over the log, in batches of any size', async () => {
  await fc.assert(
    fc.asyncProperty(
      reports,
      fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 4 }),
      async (taken, sizes) => {
        let recorded = 0;
        const log: (Report & { readonly id: string })[] = [];
        for (const { ago, after, resends, ...each } of taken) {
          recorded += after;
          const sent = { ...each, id: randomUUID(), at: recorded - ago, recorded };
          log.push(resends ? { ...(log.at(-1) ?? sent), recorded } : sent);
        }
        const feed = await openTestFeed();
        const { database, journal, generation } = feed;
        await journal.import(log.map((report) => reported(report)));
        let turn = 0;
        const batchSize = () => sizes[turn++ % sizes.length] ?? 1;
        await drain(database, journal, generation, { batchSize });
        const found = (await drops(feed)).flatMap(({ source, items, best, ...each }) => {
          const name = source?.toLowerCase() ?? null;
          return items.length === 0
            ? [[name, each.drops, each.value_gp, each.last_at, null]]
            : items.map((item) => [
                ...[name, each.drops, each.value_gp, each.last_at],
                [item.id, item.quantity, item.value_gp, item.first_at, item.last_at],
              ]);
        });
        expect(sorted(found)).toEqual(sorted(naive(log)));
        for (const range of [
          { from: 0, to: noon * 2 },
          { from: noon + 2_000, to: noon + recorded / 2 },
        ]) {
          const filter = { accountIds: ['a'], ...range };
          const chosen = eventsOf(log).filter(
            ({ first: { at } }) => noon + at >= range.from && noon + at < range.to,
          );
          const items = (await feed.queries().lootByItem(filter, 50)).map((item) => [
            ...[item.id, item.drops, item.quantity, item.value_gp, item.first_at, item.last_at],
          ]);
          expect(items).toEqual(naiveItems(chosen));
          for (const only of [undefined, [2]]) {
            const top = await feed.queries().topLoot({ ...filter, items: only }, 50);
            expect(top.map(({ value_gp }) => value_gp)).toEqual(naiveTop(chosen, only));
          }
          expect(await feed.queries().lootByItem({ ...filter, items: [2] }, 50)).toHaveLength(
            items.filter(([id]) => id === 2).length,
          );
        }
        const digest = await digestGeneration(database, generation);
        const rebuilt = await buildGeneration({
          database,
          journal,
          projection: eventFeedProjection,
          batchSize,
        });
        expect(await digestGeneration(database, rebuilt)).toEqual(digest);
      },
    ),
    { numRuns: 6 },
  );
});

const sorted = (rows: readonly unknown[]) => rows.map((row) => JSON.stringify(row)).sort();
const sumOf = (values: readonly (number | null)[]) => {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((total, value) => total + value, 0);
};

interface NaiveEvent {
  readonly first: Report;
  readonly plugins: string[];
  price: number;
}
const worth = ({ first: { item }, price }: NaiveEvent) => (item === null ? null : item[1] * price);

/** rules/feed.md#reported-by-two-plugins in its simplest form. */
function eventsOf(log: readonly (Report & { readonly id: string })[]): NaiveEvent[] {
  const events: NaiveEvent[] = [];
  for (const [index, report] of log.entries()) {
    if (log.slice(0, index).some(({ id }) => id === report.id)) continue;
    const same = events
      .filter(
        ({ first, plugins }) =>
          first.source?.toLowerCase() === report.source?.toLowerCase() &&
          JSON.stringify(first.item) === JSON.stringify(report.item) &&
          !plugins.includes(report.plugin) &&
          Math.abs(first.at - report.at) <= 15_000,
      )
      .sort((one, other) => one.first.at - other.first.at)[0];
    if (same === undefined) events.push({ first: report, plugins: [report.plugin], price: report.price });
    else {
      same.plugins.push(report.plugin);
      if (report.recorded - same.first.recorded < 10_000) same.price = Math.max(same.price, report.price);
    }
  }
  return events;
}

function naiveTop(events: readonly NaiveEvent[], only: readonly number[] | undefined) {
  const values = events
    .filter(({ first: { item } }) => only === undefined || (item !== null && only.includes(item[0])))
    .map(worth);
  return values.filter((value) => value !== null).sort((one, other) => other - one);
}

/** The most valuable item first; a value of 0 counts as unknown. */
function naiveItems(events: readonly NaiveEvent[]) {
  const byItem = Map.groupBy(
    events.filter(({ first }) => first.item !== null),
    ({ first }) => first.item?.[0] ?? 0,
  );
  const rows = [...byItem].map(([id, some]) => {
    const times = some.map(({ first }) => noon + first.at);
    const value = sumOf(some.filter(({ price }) => price > 0).map(worth));
    const quantity = sumOf(some.map(({ first }) => first.item?.[1] ?? null));
    return [id, some.length, quantity, value, Math.min(...times), Math.max(...times)] as const;
  });
  return rows.sort((one, other) => (other[3] ?? -1) - (one[3] ?? -1) || one[0] - other[0]);
}

function naive(log: readonly (Report & { readonly id: string })[]) {
  const bySource = Map.groupBy(eventsOf(log), ({ first }) => first.source?.toLowerCase() ?? null);
  return [...bySource].flatMap(([source, found]) => {
    const total = [
      source,
      found.length,
      sumOf(found.map(worth)),
      noon + Math.max(...found.map(({ first }) => first.at)),
    ];
    const byItem = Map.groupBy(
      found.filter(({ first }) => first.item !== null),
      ({ first }) => first.item?.[0],
    );
    if (byItem.size === 0) return [[...total, null]];
    return [...byItem].map(([id, some]) => {
      const times = some.map(({ first }) => noon + first.at);
      const known = some.filter(({ price }) => price > 0);
      const quantity = sumOf(some.map(({ first }) => first.item?.[1] ?? null));
      return [...total, [id, quantity, sumOf(known.map(worth)), Math.min(...times), Math.max(...times)]];
    });
  });
}
