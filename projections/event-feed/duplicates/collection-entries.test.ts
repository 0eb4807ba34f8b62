import { expect, test } from 'vitest';
import type { GameEvent } from '../../../shared/events/types/game-event-recorded.ts';
import { buildGeneration } from '../../../shared/projection/testing/build-generation.ts';
import { digestGeneration } from '../../../shared/projection/testing/digest-generation.ts';
import { drain, parkedRows } from '../../../shared/projection/testing/step-projector.ts';
import { eventFeedProjection } from '../projection.ts';
import { readStoredIds } from '../queries/read-stored-ids.ts';
import { gameEvent } from '../testing/game-events.ts';
import { openTestFeed, type TestFeed } from '../testing/open-test-feed.ts';

const day = 86_400_000;
const noon = Date.UTC(2026, 8, 14, 12);

interface Entry {
  readonly by?: string;
  readonly account?: string;
  readonly id?: number | null;
  readonly name?: string;
  /** Record time, ms after noon. */
  readonly at?: number;
  readonly data?: object;
}

function entry(
  { by = 'ha', account = 'a', id = 12_922, name, at = 0, data = {} }: Entry,
  some: Partial<GameEvent> = {},
) {
  const text = JSON.stringify({ data: { ...(name !== undefined && { itemName: name }), ...data } });
  const event = { type: 'collection_log', item_id: id, occurred_at: noon + at, data: text, ...some };
  return { ...gameEvent(account, event), source: by, appendTime: noon + at };
}

/**
 * Also checks that rebuilds in other batches equal the feed. The log is the same for each size of
 * live batches, so only size 1 tries all sizes of rebuilds.
 */
async function feedOf(batch: number, ...records: ReturnType<typeof entry>[]) {
  const feed = await openTestFeed();
  await feed.journal.import(records);
  await drain(feed.database, feed.journal, feed.generation, { batchSize: () => batch });
  const live = await digestGeneration(feed.database, feed.generation);
  for (const size of batch === 1 ? [1, 2, 2_000] : [2_000]) {
    const { database, journal } = feed;
    const rebuilt = await buildGeneration({
      database,
      journal,
      projection: eventFeedProjection,
      batchSize: () => size,
    });
    expect(await digestGeneration(database, rebuilt), `batches of ${size}`).toEqual(live);
  }
  return feed;
}

async function eventsOf(feed: TestFeed) {
  const { events } = await feed.queries().after(0, { accountIds: null, types: null, minValue: null }, 1_000);
  return events;
}

const sequences = async (feed: TestFeed) => (await eventsOf(feed)).map(({ seq }) => seq);

test.each([1, 2, 2_000])(
  'an entry of the collection log is only one event per account, after any time, in batches of %i',
  async (batch) => {
    const feed = await feedOf(
      batch,
      entry({ name: 'Tanzanite fang' }),
      entry({ by: 'dink', id: null, name: ' tanzanite Fang', at: 3_000 }),
      entry({ by: 'dink', at: day }),
      entry({ at: 30 * day }),
      entry({ account: 'b', at: 31 * day }),
      entry({ id: 1, name: 'Magic fang', at: 32 * day }),
      entry({ id: null, name: 'Uncut onyx', at: 33 * day }),
      entry({ id: 6_571, name: 'Uncut onyx', at: 34 * day }),
      entry({ id: 6_571, at: 35 * day }),
      entry({ id: null, at: 36 * day }),
      entry({ id: null, at: 37 * day }),
    );
    expect(await sequences(feed)).toEqual([1, 5, 6, 7, 10, 11]);
  },
);

test('each league has its own collection log', async () => {
  const special = { special_world: true } as const;
  const feed = await feedOf(
    1,
    entry({}),
    entry({ at: 1_000 }, special),
    entry({ by: 'dink', at: 2_000 }, special),
    entry({ at: 400 * day }, special),
  );
  expect(await sequences(feed)).toEqual([1, 2, 4]);
});

test.each([1, 2_000])(
  'a resend of a repeated entry is known and parks nothing, in batches of %i',
  async (batch) => {
    const again = entry({ at: day });
    const feed = await feedOf(batch, entry({}), again, { ...again, appendTime: noon + 2 * day });
    expect(await parkedRows(feed.database, feed.generation)).toEqual([]);
    expect(await rowsOfDuplicates(feed)).toEqual([1]);
  },
);

test.each([1, 2_000])(
  'an entry that two events name, by id and by name, belongs to the first event, in batches of %i',
  async (batch) => {
    const byName = entry({ by: 'dink', id: null, name: 'Fang', at: 1_000 });
    const both = entry({ by: 'rseye', name: 'Fang', at: 2_000, data: { killCount: 612 } });
    const feed = await feedOf(batch, entry({}), byName, both);
    expect(await sequences(feed)).toEqual([1, 2]);
    expect(await rowsOfDuplicates(feed)).toEqual([1]);
    const datas = (await eventsOf(feed)).map(({ data }) => data.includes('612'));
    expect(datas).toEqual([true, false]);
  },
);

/** The events of left-out records. */
async function rowsOfDuplicates(feed: TestFeed): Promise<number[]> {
  const { schema } = feed.generation;
  const rows = await feed.database.many<{ seq: number }>({ text: `select seq from ${schema}.duplicate` });
  return rows.map(({ seq }) => seq);
}

test('a resend of a repeated entry changes nothing, and a replay gives the same result', async () => {
  const again = entry({ at: day });
  const feed = await feedOf(1, entry({}), again, { ...again, appendTime: noon + 2 * day });
  expect(await sequences(feed)).toEqual([1]);
  const { schema } = feed.generation;
  const [{ event_id }] = (await feed.database.many<{ event_id: string }>({
    text: `select event_id from ${schema}.duplicate`,
  })) as [{ event_id: string }];
  expect(await readStoredIds(feed.database, schema, [event_id])).toEqual(new Set([event_id]));
});

test.each([1, 2_000])(
  'the second plugin adds to an entry only before the entry is served, in batches of %i',
  async (batch) => {
    const feed = await feedOf(
      batch,
      entry({ data: { killCount: 612 } }, { value_gp: null }),
      entry({ by: 'dink', at: 3_000, data: { completedEntries: 733 } }, { value_gp: 2_311_407 }),
      entry({ by: 'dink', at: day, data: { totalEntries: 1_690 } }, { value_gp: 1 }),
    );
    const [event] = await eventsOf(feed);
    expect(event?.value_gp).toBe(2_311_407);
    expect(JSON.parse(event?.data ?? '')).toEqual({ data: { killCount: 612, completedEntries: 733 } });
  },
);
