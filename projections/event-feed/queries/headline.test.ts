import { expect, test } from 'vitest';
import { gpText } from './gp-text.ts';
import { headline } from './headline.ts';
import type { HeadlineInput } from './headline-input.ts';
import { headlinesOfOtherTypes } from './headlines-of-other-types.ts';

const nothing = { value_gp: null, item_id: null, skill: null, level: null, tier: null };
const of = ({ data, shown, ...event }: Partial<HeadlineInput> & { type: string }, player = 'Quillon Fen') =>
  headline({ ...nothing, ...event, data: JSON.stringify({ data, shown }) }, player);

test.each([
  [
    {
      type: 'loot',
      value_gp: 2_329_167,
      data: { highestValueItem: { name: 'Tanzanite fang' }, source: { text: 'Zulrah' } },
    },
    'Loot: Tanzanite fang',
    'received Tanzanite fang (2.3M) from Zulrah',
  ],
  [
    {
      type: 'pk_loot',
      value_gp: 20_794,
      data: { highestValueItem: { name: 'Rune scimitar' }, source: { text: 'Loot Chest' } },
    },
    'PK loot: Rune scimitar',
    'received Rune scimitar (20.7K) from Loot Chest',
  ],
  [
    { type: 'death', value_gp: 1_884_512, data: { killerName: 'Vorkath' } },
    'Death',
    'died to Vorkath and lost 1.8M',
  ],
  [{ type: 'death', value_gp: 0 }, 'Death', 'died'],
  [
    { type: 'death', data: { killerName: 'TzTok-Jad', danger: 'SAFE' } },
    'Safe death',
    'died safely to TzTok-Jad',
  ],
  [{ type: 'death', data: { danger: 'DANGEROUS' } }, 'Death', 'died'],
  [
    {
      type: 'EXTERNAL_PLUGIN',
      data: { sourcePlugin: 'Watchdog' },
      shown: { title: 'Guild bingo', text: 'Quill finished tile B3' },
    },
    'Guild bingo',
    'had an event of the plugin Watchdog: Quill finished tile B3',
  ],
  [
    { type: 'TILE_RACE', shown: { title: null, text: 'Quill rolled a six' } },
    'Tile race',
    'had an event: Quill rolled a six',
  ],
  [
    { type: 'discord', shown: { title: null, text: 'Quillon Fen banked\n- Coal x 5' } },
    'Discord',
    'banked - Coal x 5',
  ],
  [{ type: 'level_up', skill: 'Strength', level: 103 }, 'Level up: Strength 103', 'reached Strength 103'],
  [
    { type: 'collection_log', data: { itemName: 'Pet snakeling' } },
    'Collection log: Pet snakeling',
    'added Pet snakeling to the collection log',
  ],
  [
    { type: 'superior_spawn', data: { name: 'Greater abyssal demon' } },
    'Superior spawn: Greater abyssal demon',
    'met a superior: Greater abyssal demon',
  ],
  [
    { type: 'achievement_diary', tier: 'hard', data: { region: 'Varrock' } },
    'Hard Varrock diary',
    'completed a task of the Hard Varrock diary',
  ],
  [
    { type: 'combat_task', tier: 'elite', data: { taskName: ' Snake Rebound (4 points).' } },
    'Combat task: Snake Rebound',
    'completed the Elite combat task Snake Rebound',
  ],
  [
    {
      type: 'loot',
      value_gp: 2_329_167,
      item_id: 12_922,
      data: {
        items: [
          { id: 12_934, name: "Zulrah's scales" },
          { id: 12_922, name: 'Tanzanite fang' },
        ],
        source: 'Zulrah',
      },
    },
    'Loot: Tanzanite fang',
    'received Tanzanite fang (2.3M) from Zulrah',
  ],
  [{ type: 'superior_spawn' }, 'Superior spawn', 'met a superior monster'],
  [
    { type: 'achievement_diary', tier: 'HARD', data: { area: 'Varrock' } },
    'Hard Varrock diary',
    'completed the Hard Varrock diary',
  ],
  [
    { type: 'combat_task', tier: 'ELITE', data: { task: 'Snake Rebound' } },
    'Combat task: Snake Rebound',
    'completed the Elite combat task Snake Rebound',
  ],
  [
    { type: 'QUEST', data: { questName: 'Dragon Slayer II' } },
    'Quest: Dragon Slayer II',
    'completed the quest Dragon Slayer II',
  ],
  [
    { type: 'PET', data: { petName: 'Pet snakeling', duplicate: false } },
    'Pet: Pet snakeling',
    'received a pet: Pet snakeling',
  ],
  [{ type: 'PET', data: { duplicate: true } }, 'Pet', 'would have received a pet again'],
  [
    { type: 'CLUE', tier: 'elite', value_gp: 11_032_059, data: { numberCompleted: 77 } },
    'Clue: Elite 77',
    'completed an elite clue (11M)',
  ],
  [{ type: 'CLUE', tier: 'hard' }, 'Clue: Hard', 'completed a hard clue'],
  [
    { type: 'SLAYER', data: { slayerTask: '163 Abyssal demons' } },
    'Slayer task: 163 Abyssal demons',
    'completed the slayer task 163 Abyssal demons',
  ],
  [
    { type: 'KILL_COUNT', data: { boss: 'Zulrah', count: 1_600, time: 'PT56.4S', isPersonalBest: true } },
    'Boss kill count: Zulrah 1,600',
    'reached a kill count of 1,600 at Zulrah, with a personal best of 0:56.40',
  ],
  [
    { type: 'PLAYER_KILL', data: { victimName: 'Brackwater' } },
    'Player kill: Brackwater',
    'killed Brackwater',
  ],
  [
    {
      type: 'SPEEDRUN',
      data: { questName: "Cook's Assistant", currentTime: 'PT1M13.2S', isPersonalBest: true },
    },
    "Speedrun: Cook's Assistant",
    "finished a speedrun of Cook's Assistant in 1:13.20, a personal best",
  ],
  [
    { type: 'SPEEDRUN', data: { currentTime: 'PT1H2M3S', isPersonalBest: false } },
    'Speedrun',
    'finished a speedrun in 1:02:03',
  ],
  [
    {
      type: 'XP_MILESTONE',
      data: { milestoneAchieved: ['Slayer'], xpData: { Slayer: 15_533_208 }, interval: 5_000_000 },
    },
    'XP milestone: 15M Slayer',
    'reached 15M Slayer xp',
  ],
  [
    { type: 'BARBARIAN_ASSAULT_GAMBLE', data: { gambleCount: 500 } },
    'Barbarian Assault gamble',
    'reached 500 high gambles at Barbarian Assault',
  ],
  [
    { type: 'LEAGUES_TASK', tier: 'HARD', data: { taskName: 'Defeat Zulrah' } },
    'League task: Defeat Zulrah',
    'completed the Hard league task Defeat Zulrah',
  ],
  [
    { type: 'LEAGUES_MASTERY', data: { masteryType: 'Melee', masteryTier: 1 } },
    'League mastery: Melee 1',
    'unlocked the league mastery Melee 1',
  ],
  [
    { type: 'LEAGUES_RELIC', data: { relic: 'Power Miner' } },
    'League relic: Power Miner',
    'unlocked the league relic Power Miner',
  ],
  [
    { type: 'LEAGUES_AREA', data: { area: 'Kandarin' } },
    'League area: Kandarin',
    'unlocked the league area Kandarin',
  ],
  [
    { type: 'EXTERNAL_PLUGIN', data: { sourcePlugin: 'Goal Planner' } },
    'Plugin: Goal Planner',
    'had an event of the plugin Goal Planner',
  ],
  [{ type: 'petDrop_seen' }, 'Pet drop seen', 'had an event: pet drop seen'],
  [{ type: 'constructor' }, 'Constructor', 'had an event: constructor'],
])('says which event happened: %j', (event, title, rest) => {
  expect(of(event)).toEqual({ title, line: `Quillon Fen ${rest}` });
});

test('has a text for every type without data, and for data of other shapes (read-api 6 "types", 6 rule 7)', () => {
  const own = 'loot pk_loot death level_up collection_log superior_spawn achievement_diary combat_task';
  const types = [...own.split(' '), ...Object.keys(headlinesOfOtherTypes), '', '_'];
  const strange = {
    highestValueItem: 'x',
    source: 7,
    killerName: {},
    itemName: [],
    name: null,
    taskName: 1,
    region: '',
    area: 7,
    items: [null, 7, { id: null }],
    milestoneAchieved: [null, 7, 'Slayer'],
    interval: 0,
    time: 'PT',
    isPersonalBest: true,
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

test('a name that is written from right to left is isolated from the sentence, and another name is not', () => {
  const event = { type: 'level_up', skill: 'Slayer', level: 92 };
  for (const name of ['\u05e7\u05d5\u05d9\u05dc', '\u0645\u0627\u062c\u062f', 'Fen \u05d0']) {
    expect(of(event, name).line).toBe(`\u2068${name}\u2069 reached Slayer 92`);
  }
  for (const name of ['Quillon Fen', '\u30af\u30a4\u30eb', 'Qu\u00efllon'])
    expect(of(event, name).line).toBe(`${name} reached Slayer 92`);
});
