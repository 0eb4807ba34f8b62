import { expect, test } from 'vitest';
import { gpText } from './gp-text.ts';
import { type Headlined, headline } from './headline.ts';

const nothing = { value_gp: null, skill: null, level: null, tier: null, data: {} };
const of = (event: Partial<Headlined> & { type: string }) =>
  headline({ ...nothing, ...event }, 'Quillon Fen');

test.each([
  [
    {
      type: 'loot',
      value_gp: 2_329_167,
      data: { highestValueItem: { name: 'Tanzanite fang' }, source: { text: 'Zulrah' } },
    },
    'Loot: Tanzanite fang',
    'Quillon Fen received Tanzanite fang (2.3M) from Zulrah',
  ],
  [
    {
      type: 'pk_loot',
      value_gp: 20_794,
      data: { highestValueItem: { name: 'Rune scimitar' }, source: { text: 'Loot Chest' } },
    },
    'PK loot: Rune scimitar',
    'Quillon Fen received Rune scimitar (20.7K) from Loot Chest',
  ],
  [
    { type: 'death', value_gp: 1_884_512, data: { killerName: 'Vorkath' } },
    'Death',
    'Quillon Fen died to Vorkath and lost 1.8M',
  ],
  [{ type: 'death', value_gp: 0 }, 'Death', 'Quillon Fen died'],
  [
    { type: 'level_up', skill: 'Strength', level: 103 },
    'Level up: Strength 103',
    'Quillon Fen reached Strength 103',
  ],
  [
    { type: 'collection_log', data: { itemName: 'Pet snakeling' } },
    'Collection log: Pet snakeling',
    'Quillon Fen added Pet snakeling to the collection log',
  ],
  [
    { type: 'superior_spawn', data: { name: 'Greater abyssal demon' } },
    'Superior spawn: Greater abyssal demon',
    'Quillon Fen met a superior: Greater abyssal demon',
  ],
  [
    { type: 'achievement_diary', tier: 'hard', data: { region: 'Varrock' } },
    'Hard Varrock diary',
    'Quillon Fen completed a task of the Hard Varrock diary',
  ],
  [
    { type: 'combat_task', tier: 'elite', data: { taskName: ' Snake Rebound (4 points).' } },
    'Combat task: Snake Rebound',
    'Quillon Fen completed the Elite combat task Snake Rebound',
  ],
  [{ type: 'petDrop_seen' }, 'Pet drop seen', 'Quillon Fen had an event: pet drop seen'],
  [{ type: 'constructor' }, 'Constructor', 'Quillon Fen had an event: constructor'],
])('says what happened: %j', (event, title, line) => {
  expect(of(event)).toEqual({ title, line });
});

test('says something for every type without any of its data, and with data of other shapes (read-api 6 types, 6 rule 7)', () => {
  const types = [
    'loot',
    'pk_loot',
    'death',
    'level_up',
    'collection_log',
    'superior_spawn',
    'achievement_diary',
    'combat_task',
    '',
    '_',
  ];
  const strange = {
    highestValueItem: 'x',
    source: 7,
    killerName: {},
    itemName: [],
    name: null,
    taskName: 1,
    region: '',
  };
  for (const type of types) {
    for (const data of [{}, strange]) {
      const { title, line } = of({ type, data });
      expect(title).not.toMatch(/^\s*$|undefined|null|object/);
      expect(line).not.toMatch(/undefined|null|object| {2}/);
    }
  }
});

test('cuts a long name without leaving half of an emoji', () => {
  const name = `${'x'.repeat(99)}😀`;
  const { title, line } = of({ type: 'loot', data: { highestValueItem: { name }, source: 'Zulrah' } });
  expect(title.isWellFormed()).toBe(true);
  expect(line).toBe(`Quillon Fen received ${'x'.repeat(99)}\ufffd from Zulrah`);
});

test.each([
  [0, '0'],
  [999, '999'],
  [1_000, '1K'],
  [999_999, '999.9K'],
  [1_000_000, '1M'],
  [2_147_483_647, '2.1B'],
  [Number.MAX_SAFE_INTEGER, '9007199.2B'],
])('writes %i gp as %s', (amount, text) => {
  expect(gpText(amount)).toBe(text);
});
