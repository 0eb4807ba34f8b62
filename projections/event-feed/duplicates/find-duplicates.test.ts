import { expect, test } from 'vitest';
import { comparedForMs, sameWithinMs } from '../../../shared/events/same-event.ts';
import { detailsOf, type GameEvent } from '../../../shared/events/types/game-event-recorded.ts';
import { reporterOf } from './comparable-content.ts';
import { type NewFeedEvent, recentOf, withoutDuplicates } from './find-duplicates.ts';

const noon = Date.UTC(2026, 8, 14, 12);

interface Reported extends Partial<Omit<GameEvent, 'event_id'>> {
  /** The plugin. */
  readonly by: string;
  /** `occurred_at`, ms after noon. */
  readonly at?: number;
  /** Record time, ms after noon. */
  readonly recorded?: number;
  readonly account?: string;
}

/** The sequences of the records that are events. Other fields of a record are as in a drop. */
function kept(...reported: readonly Reported[]): number[] {
  return settled(reported).events.map(({ seq }) => seq);
}

function settled(reported: readonly Reported[]) {
  const records = reported.map((each, index) => {
    const event = freshEvent(each, index + 1);
    return { event, recent: recentOf(event, reporterOf(event)) };
  });
  return withoutDuplicates(records, []);
}

function freshEvent(
  { by, at = 0, recorded = at, account = 'a', ...some }: Reported,
  seq: number,
): NewFeedEvent {
  return {
    type: 'loot',
    ...detailsOf({ item_id: 12_922, value_gp: 2_329_167, ...some }),
    special_world: false,
    data: '{}',
    ...some,
    event_id: `00000000-0000-8000-8000-00000000000${seq}`,
    seq,
    account_id: account,
    source: by,
    occurred_at: noon + at,
    received_at: noon + recorded,
  };
}

/** @param stacks for example `995x100 1x1` */
function loot(source: unknown, stacks: string) {
  const items = stacks.split(' ').map((stack) => stack.split('x').map(Number));
  return {
    data: JSON.stringify({ data: { source, items: items.map(([id, quantity]) => ({ id, quantity })) } }),
  };
}
const quest = (data: unknown) => ({ type: 'QUEST', item_id: null, data: JSON.stringify(data) });
const task = (data: unknown) => ({ type: 'combat_task', data: JSON.stringify(data) });

const leagueEntry = { type: 'collection_log', special_world: true };
const snake = { type: 'combatTask', data: { taskName: ' Snake Rebound (4 points).', tier: 'elite' } };
const snakeOfOther = { type: 'COMBAT_ACHIEVEMENT', extra: { task: 'Snake Rebound', tier: 'ELITE' } };
const level = { type: 'level_up', skill: 'Sailing', level: 71 };

test.each<[string, Partial<Reported>, Partial<Reported>]>([
  ['loot of an item and a value', {}, {}],
  ['loot of a player', { type: 'pk_loot' }, { type: 'loot' }],
  ['loot, wherever it came from', { npc_id: 2_042 }, { npc_id: null }],
  ['loot with an item as two stacks and as one', loot('Zulrah', '995x100 995x50'), loot('Zulrah', '995x150')],
  ['an entry of the collection log of a league', leagueEntry, { ...leagueEntry, value_gp: null }],
  ['a level', level, level],
  [
    'a death, however it is priced',
    { type: 'death', value_gp: 340_000 },
    { type: 'death', value_gp: 12_340_000 },
  ],
  [
    'loot, however it is priced',
    loot('Zulrah', '12922x1'),
    { ...loot({ text: 'zulrah ' }, '12922x1'), value_gp: 5 },
  ],
  [
    'loot of which a plugin leaves out a part',
    loot('Zulrah', '12922x1 12938x1 995x500'),
    {
      ...loot('Zulrah', '995x500 12922x1'),
      item_id: 995,
      value_gp: 500,
    },
  ],
  ['a death', { type: 'death', item_id: null, npc_id: 8_061 }, { type: 'death', item_id: 11_834 }],
  [
    'a quest, by its name alone',
    quest({ type: 'QUEST', extra: { questName: 'Dragon Slayer I', questPoints: 44 } }),
    quest({ type: 'QUEST', data: { questName: 'dragon slayer I ', questId: 7 } }),
  ],
  ['a superior', { type: 'superior_spawn', npc_id: 7_410 }, { type: 'superior_spawn', item_id: null }],
  ['a combat task, by its name alone', task(snake), { ...task(snakeOfOther), tier: 'ELITE' }],
])('records of two plugins about the same event are one event: %s', (_of, one, other) => {
  expect(kept({ by: 'x', ...one }, { by: 'y', ...other })).toEqual([1]);
  expect(kept({ by: 'x', ...other }, { by: 'y', ...one })).toEqual([1]);
  expect(kept({ by: 'x', ...one }, { by: 'x', ...other })).toEqual([1, 2]);
});

test.each<[string, Partial<Reported>, Partial<Reported>]>([
  ['another item', {}, { item_id: 1 }],
  ['another value', {}, { value_gp: 1 }],
  ['no value', {}, { value_gp: null }],
  ['another account', {}, { account: 'b' }],
  ['loot of another source', loot('Zulrah', '995x1'), loot('Vorkath', '995x1')],
  ['loot of another quantity', loot('Zulrah', '995x1'), loot('Zulrah', '995x2')],
  [
    'loot of which each has an item that the other lacks',
    loot('Zulrah', '995x1 1x1'),
    loot('Zulrah', '995x1 2x1'),
  ],
  ['another entry of the collection log of a league', leagueEntry, { ...leagueEntry, item_id: 1 }],
  ['loot that is also in the collection log', {}, { type: 'collection_log' }],
  ['another skill', { type: 'level_up', skill: 'Magic' }, { type: 'level_up', skill: 'Ranged' }],
  ['another level', { type: 'level_up', level: 98 }, { type: 'level_up', level: 99 }],
  [
    'another combat task',
    task({ data: { taskName: 'Snake Rebound (4 points)' } }),
    task({ extra: { task: 'Snake. Snake!? Snaaaaaake!' } }),
  ],
  ['combat tasks without a name', task({ data: {} }), task({ extra: { task: ' ' } })],
  [
    'a task of a diary',
    { type: 'achievement_diary', tier: 'hard' },
    { type: 'achievement_diary', tier: 'hard' },
  ],
  ['a type that the hub does not know', { type: 'PET' }, { type: 'PET' }],
])('%s is another event', (_of, one, other) => {
  expect(kept({ by: 'x', ...one }, { by: 'y', ...other })).toEqual([1, 2]);
});

test('events of two plugins that are 15 s apart may be the same, in either order of the log, but not 15,001 ms apart', () => {
  for (const apart of [-sameWithinMs, -14_999, 0, 14_999, sameWithinMs]) {
    expect(kept({ by: 'x' }, { by: 'y', at: apart, recorded: 20_000 }), `${apart} ms`).toEqual([1]);
  }
  for (const apart of [-sameWithinMs - 1, sameWithinMs + 1]) {
    expect(kept({ by: 'x' }, { by: 'y', at: apart, recorded: 20_000 }), `${apart} ms`).toEqual([1, 2]);
  }
});

test('a record is compared with events in the 20 minutes of the log before it', () => {
  expect(kept({ by: 'x' }, { by: 'y', recorded: comparedForMs })).toEqual([1]);
  expect(kept({ by: 'x' }, { by: 'y', recorded: comparedForMs + 1 })).toEqual([1, 2]);
});

test('two records of one plugin are two events, and another plugin may report both of them', () => {
  expect(kept({ by: 'x' }, { by: 'x' })).toEqual([1, 2]);
  expect(kept({ by: 'x' }, { by: 'y' }, { by: 'y' })).toEqual([1, 3]);
  expect(kept({ by: 'x' }, { by: 'y' }, { by: 'y' }, { by: 'x' })).toEqual([1, 3]);
  expect(kept({ by: 'x' }, { by: 'x' }, { by: 'y' }, { by: 'y' }, { by: 'y' })).toEqual([1, 2, 5]);
});

test('a record that fits several events belongs to the event that happened first, then to the first in the log', () => {
  const again = (...reported: readonly Reported[]) => settled(reported).duplicates.map(({ seq }) => seq);
  const late = { by: 'x', at: 14_000 };
  expect(again(late, { by: 'x' }, { by: 'y', at: 8_000 }, { by: 'y', at: 22_000 })).toEqual([2, 1]);
  expect(again(late, late, { by: 'y' }, { by: 'y' })).toEqual([1, 2]);
});

test('three plugins report one event when each record is within 15 s of the first record', () => {
  expect(kept({ by: 'x' }, { by: 'y' }, { by: 'z' })).toEqual([1]);
  expect(kept({ by: 'x' }, { by: 'y', at: 10_000 }, { by: 'z', at: 20_000 })).toEqual([1, 3]);
  expect(
    kept({ by: 'x' }, { by: 'y', at: 10_000 }, { by: 'z', at: 20_000 }, { by: 'y', at: 20_000 }),
  ).toEqual([1, 3]);
});
