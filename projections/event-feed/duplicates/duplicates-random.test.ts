import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { newEvent } from '../../../shared/events/event.ts';
import { feedEpochOpened } from '../../../shared/events/types/feed-epoch-opened.ts';
import type { GameEvent } from '../../../shared/events/types/game-event-recorded.ts';
import type { TimedEvent } from '../../../shared/log/journal.ts';
import { buildGeneration } from '../../../shared/projection/testing/build-generation.ts';
import { digestGeneration } from '../../../shared/projection/testing/digest-generation.ts';
import { drain } from '../../../shared/projection/testing/step-projector.ts';
import { campaign } from '../../../test/support/campaign.ts';
import { patient } from '../../../test/support/runner/patience.ts';
import { eventFeedProjection } from '../projection.ts';
import { gameEvent } from '../testing/game-events.ts';
import { openTestFeed } from '../testing/open-test-feed.ts';

const second = 1_000;
const noon = Date.UTC(2026, 8, 14, 12);
/** Each history has a database, which stays open until the end of a test. */
const historiesPerTest = 10;
const { runs, seed, label } = campaign(20);

/** A record of a plugin, or a record that opens an epoch of the feed. */
interface Step {
  readonly plugin: string;
  readonly account: string;
  /** The last two plays are never the same for two plugins. */
  readonly play: 'whip' | 'coins' | 'level' | 'task' | 'superior' | 'nameless' | 'diary';
  /** Seconds of log time since the previous record. */
  readonly after: number;
  /** Seconds between the play and its record. */
  readonly ago: number;
  /** How many records back the resent record is; 0 for no resend. */
  readonly resends: number;
  readonly form: 'usual' | 'undated' | 'broken' | 'epoch';
}

const step: fc.Arbitrary<Step> = fc.record({
  plugin: fc.constantFrom('x', 'x', 'y', 'y', 'z'),
  account: fc.constantFrom('a', 'a', 'b'),
  play: fc.constantFrom(
    'whip',
    'whip',
    'whip',
    'coins',
    'coins',
    'level',
    'task',
    'superior',
    'nameless',
    'diary',
  ),
  after: fc.constantFrom(0, 0, 1, 1, 2, 3, 5, 14, 16, 130, 600, 1_190, 1_200, 1_201),
  ago: fc.constantFrom(0, 0, 0, 5, 15, 600, 900),
  resends: fc.oneof(
    { weight: 6, arbitrary: fc.constant(0) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: 30 }) },
  ),
  form: fc.constantFrom(...Array<'usual'>(12).fill('usual'), 'undated', 'broken', 'epoch'),
});

const plays: Readonly<Record<Step['play'], Partial<GameEvent>>> = {
  whip: {
    type: 'loot',
    item_id: 4_151,
    value_gp: 1_502_233,
    data: '{"data":{"source":"Abyssal demon","items":[{"id":4151,"quantity":1}]}}',
  },
  coins: { type: 'pk_loot', item_id: 995, value_gp: 10 },
  level: { type: 'level_up', skill: 'Sailing', level: 71 },
  task: { type: 'combat_task', data: '{"data":{"taskName":"Snake Rebound (4 points)"}}' },
  superior: { type: 'superior_spawn' },
  nameless: { type: 'combat_task', data: '{"data":{}}' },
  diary: { type: 'achievement_diary', tier: 'hard' },
};

interface TestRecord extends Step {
  readonly id: string;
  readonly recorded: number;
  readonly happened: number;
}

function recordsOf(steps: readonly Step[]): TestRecord[] {
  const records: TestRecord[] = [];
  let recorded = noon;
  for (const each of steps) {
    recorded += each.after * second;
    const original = each.resends === 0 ? undefined : records.at(-each.resends);
    const fresh = { ...each, id: randomUUID(), happened: recorded - each.ago * second };
    // A resend may have another content than the original.
    const { id, account, plugin, happened } = original ?? fresh;
    records.push({ ...fresh, id, account, plugin, happened, recorded });
  }
  return records;
}

function eventOf(
  { form, play, id, account, plugin, happened, recorded }: TestRecord,
  offset: number,
): TimedEvent {
  if (form === 'epoch') {
    const about = { subject: 'hub', source: 'hub' };
    return { ...newEvent(feedEpochOpened, about, { base: (offset + 1) * 1_000 }), appendTime: recorded };
  }
  const event = gameEvent(account, {
    ...plays[play],
    event_id: id,
    occurred_at: happened,
    ...(form === 'undated' && { undated: true }),
    ...(form === 'broken' && { data: '{' }),
  });
  return { ...event, source: plugin, appendTime: recorded };
}

interface Expected {
  readonly offset: number;
  readonly record: TestRecord;
  readonly reporters: string[];
}

/** The rule in its simplest form. */
function expectedOf(records: readonly TestRecord[]): Expected[] {
  const feed: Expected[] = [];
  const lastOf = new Map<string, number>();
  for (const [offset, record] of records.entries()) {
    const { form, id, recorded, happened, account, plugin, play } = record;
    if (form === 'epoch' || form === 'broken') continue;
    const last = lastOf.get(id);
    if (last !== undefined && (form !== 'undated' || recorded - last <= 120 * second)) continue;
    lastOf.set(id, recorded);
    const same = feed.filter(
      ({ record: other, reporters }) =>
        !['nameless', 'diary'].includes(play) &&
        other.account === account &&
        other.play === play &&
        !reporters.includes(plugin) &&
        Math.abs(other.happened - happened) <= 15 * second &&
        recorded - other.recorded <= 1_200 * second,
    );
    same.sort((one, other) => one.record.happened - other.record.happened || one.offset - other.offset);
    if (same[0] === undefined) feed.push({ offset, record, reporters: [plugin] });
    else same[0].reporters.push(plugin);
  }
  return feed;
}

test.each(Array.from({ length: runs }, (_, round) => seed + round))(
  `random records of three plugins give the events that a simple form of the rule finds, in batches of any size: %i (${label})`,
  { timeout: patient(300_000) },
  async (roundSeed) => {
    const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 5 });
    const steps = fc.array(step, { minLength: 1, maxLength: 150, size: 'max' });
    const property = fc.asyncProperty(steps, sizes, sizes, async (taken, live, again) => {
      const records = recordsOf(taken);
      const feed = await openTestFeed();
      const { database, journal, generation } = feed;
      await journal.import(records.map(eventOf));
      await drain(database, journal, generation, { batchSize: inTurn(live) });
      const filter = { accountIds: ['a', 'b'], types: null, minValue: null };
      const { events } = await feed.queries().after(0, filter, 1_000);
      const expected = expectedOf(records);
      expect(events.map((event) => [event.received_at, event.occurred_at, event.type])).toEqual(
        expected.map(({ record }) => [record.recorded, record.happened, plays[record.play].type]),
      );
      const duplicates = await database.many({ text: `select from ${generation.schema}.duplicate` });
      expect(duplicates.length).toBe(expected.reduce((sum, { reporters }) => sum + reporters.length - 1, 0));
      const digest = await digestGeneration(database, generation);
      for (const batchSize of [inTurn(again), () => 2_000]) {
        const projection = eventFeedProjection;
        const rebuilt = await buildGeneration({ database, journal, projection, batchSize });
        expect(await digestGeneration(database, rebuilt)).toEqual(digest);
      }
    });
    await fc.assert(property, { numRuns: historiesPerTest, seed: roundSeed });
  },
);

function inTurn(sizes: readonly number[]): () => number {
  let turn = 0;
  return () => sizes[turn++ % sizes.length] ?? 1;
}
