import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { definitionOf } from '../../../../shared/events/catalogue.ts';
import { valueGpMax } from '../../../../shared/events/types/game-event-recorded.ts';
import { campaign } from '../../../../test/support/campaign.ts';
import {
  type DinkBody,
  dinkFixture,
  gameEventsOf,
  readDink,
  translatedDink,
} from './testing/dink-messages.ts';

async function readChanged(name: string, change: (body: DinkBody) => void) {
  const body = dinkFixture(name);
  change(body);
  const report = await readDink(body);
  if ('status' in report) throw new Error(`answered ${report.outcome}`);
  return report;
}

describe('a wrong part of a message', () => {
  it.each<[string, Readonly<Record<string, number>>, string, (body: DinkBody) => void, object]>([
    ['name', { name: 1 }, 'dink-loot-npc', (b) => (b.playerName = 7), { player: { name: null } }],
    ['empty name', { name: 1 }, 'dink-loot-npc', (b) => (b.playerName = ' _'), { player: { name: null } }],
    [
      'hash',
      { account_hash: 1 },
      'dink-loot-npc',
      (b) => (b.dinkAccountHash = '-123456789'),
      { player: { identity: null, name: 'Quillon Fen' } },
    ],
    [
      'account type',
      { account_type: 1 },
      'dink-loot-npc',
      (b) => (b.accountType = 'FRESH_START'),
      { player: { accountType: null } },
    ],
    ['world', { world: 1 }, 'dink-loot-npc', (b) => (b.world = 0), { player: { world: null } }],
    ['time', { timestamp: 1 }, 'dink-loot-npc', (b) => (b.embeds[0].timestamp = 1), { sentAt: null }],
    ['event', { event: 1 }, 'dink-loot-npc', (b) => (b.extra = []), { gameEventCount: 0 }],
    [
      'level',
      { event: 1 },
      'dink-level-multi-virtual',
      (b) => (b.extra.levelledSkills.Strength = '103'),
      { gameEventCount: 1 },
    ],
    [
      'combat level',
      { event: 1 },
      'dink-level-combat',
      (b) => (b.extra.combatLevel.value = -1),
      { gameEventCount: 1 },
    ],
    ['item', { item: 1 }, 'dink-loot-npc', (b) => (b.extra.items[1].quantity = 1.5), { gameEventCount: 1 }],
    ['every item', { item: 2 }, 'dink-loot-npc', (b) => (b.extra.items = [1, null]), { gameEventCount: 1 }],
    [
      'value',
      { value: 1 },
      'dink-collection',
      (b) => (b.extra.price = valueGpMax + 1),
      { gameEventCount: 1 },
    ],
    ['skills', { skills: 1 }, 'dink-login', (b) => (b.extra.skills = 1), { message: { skills: [] } }],
    ['xp', { skills: 1 }, 'dink-login', (b) => (b.extra.skills.experience = 1), { message: { skills: [] } }],
    ['milestone', { skills: 1 }, 'dink-xp-milestone', (b) => (b.extra.xpData = []), { gameEventCount: 1 }],
  ])('is left out and counted, and the rest stays: %s', async (_, skipped, name, change, rest) => {
    const report = await readChanged(name, change);
    expect(Object.fromEntries(report.skipped)).toEqual(skipped);
    expect(report).toMatchObject(rest);
  });

  it('keeps an item whose price is out of bounds, without its price', async () => {
    const items = [
      { id: 29_799, quantity: 1, priceEach: -12_000_000, name: 'Mokhaiotl cloth' },
      { id: 29_801, quantity: 1, priceEach: 900_000, name: 'Demon tear' },
    ];
    const { message, skipped } = await readChanged('dink-loot-npc', (b) => (b.extra.items = items));
    expect(message.events[0]?.details).toMatchObject({ value_gp: 900_000, item_id: 29_801 });
    expect(message.events[0]?.data).toContain('Mokhaiotl cloth');
    expect(skipped).toEqual(new Map([['price', 1]]));
  });

  it('leaves an event without a value when no price is usable or the sum is too large', async () => {
    const lists = [
      [[{ id: 1, quantity: 1, priceEach: -1 }], null],
      [[{ id: 1, quantity: 2_000, priceEach: 1_000_000_000 }], null],
      [[{ id: 1, quantity: 1_000, priceEach: 1_000_000_000 }], valueGpMax],
      [[], 0],
      ['none', null],
    ] as const;
    for (const [items, value] of lists) {
      const { message } = await readChanged('dink-loot-npc', (b) => (b.extra.items = items));
      expect(message.events[0]?.details.value_gp).toBe(value);
    }
  });

  it('does not affect other skills', async () => {
    const { message, skipped } = await readChanged('dink-login', ({ extra: { skills } }) => {
      Object.assign(skills.experience, { Attack: -1, Overall: 5, Sailing: 2 ** 31, Dungeoneering: 83 });
      skills.levels.Defence = 'high';
    });
    expect(skipped).toEqual(new Map([['skill', 3]]));
    const { Attack, Sailing, Defence, Dungeoneering } = Object.fromEntries(
      message.skills.map(({ skill, ...rest }) => [skill, rest]),
    ) as Record<string, object | undefined>;
    expect([Attack, Sailing]).toEqual([undefined, undefined]);
    expect(Defence).toEqual({ level: 98, xp: 11_940_233 });
    expect(Dungeoneering).toEqual({ level: 2, xp: 83 });
  });

  it('is counted once for each element over the limit of a list', async () => {
    const items = Array.from({ length: 130 }, (_, id) => ({ id, quantity: 1, priceEach: id }));
    const loot = await readChanged('dink-loot-npc', (b) => (b.extra.items = items));
    expect(loot.skipped).toEqual(new Map([['item', 30]]));
    expect(loot.message.events[0]?.details).toMatchObject({ value_gp: 4_950, item_id: 99 });
    const levels = Object.fromEntries(items.map(({ id }) => [`Skill ${id}`, 5]));
    const level = await readChanged('dink-level-single', (b) => (b.extra.levelledSkills = levels));
    expect([level.gameEventCount, level.skipped]).toEqual([50, new Map([['event', 80]])]);
  });
});

describe('the player', () => {
  it.each([
    ['NORMAL', 0],
    ['ULTIMATE_IRONMAN', 2],
    ['UNRANKED_GROUP_IRONMAN', 6],
  ])('has the hub’s number of the type %s', async (accountType, number) => {
    const { player } = await readChanged('dink-quest', (b) => (b.accountType = accountType));
    expect(player.accountType).toBe(number);
  });

  it.each<[string, boolean | undefined, true | null]>([
    ['dink-quest', false, null],
    ['dink-quest', undefined, null],
    ['dink-quest', true, true],
    ['dink-leagues-task', false, true],
    ['dink-speedrun', false, true],
  ])('is never said to be on a normal world: %s', async (name, seasonalWorld, special) => {
    const { player } = await readChanged(name, (b) => (b.seasonalWorld = seasonalWorld));
    expect(player.specialWorld).toBe(special);
  });

  it('is identified by a sent hash, and has its name with plain spaces', async () => {
    const { player } = await readChanged('dink-quest', (b) => {
      b.playerName = 'Quillon\u00a0Fen';
      b.dinkAccountHash = b.dinkAccountHash.toUpperCase();
    });
    expect(player).toMatchObject({
      name: 'Quillon Fen',
      identity: { source: 'dink_hash', externalId: dinkFixture('dink-quest').dinkAccountHash },
    });
  });
});

describe('an unusable body', () => {
  it.each<[string, number]>([
    ['', 400],
    ['[]', 400],
    ['{"type":', 400],
    [`{"type":"QUEST","extra":${'['.repeat(40)}${']'.repeat(40)}}`, 413],
    [JSON.stringify({ type: 'QUEST', extra: 'x'.repeat(257 * 1024) }), 413],
  ])('is refused: %.30s', async (text, status) => {
    expect(await readDink(text)).toMatchObject({ status });
  });
});

const names = [
  'dink-loot-npc',
  'dink-death-pvp',
  'dink-level-combat',
  'dink-login',
  'dink-logout',
  'dink-clue',
  'dink-slayer',
];
const anyJson = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(null, true, '', '1,204', -1, 0, 2 ** 31, 2 ** 53, 1e300, 1.5, '\0\ud800', 'PLAYER'),
    fc.constantFrom<DinkBody>(...names.map((name) => dinkFixture(name).extra ?? {})),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(
      fc.constantFrom(
        'items',
        'levelledSkills',
        'combatLevel',
        'skills',
        'experience',
        '__proto__',
        'id',
        'constructor',
        '7',
      ),
      tie('value'),
      { maxKeys: 4 },
    ),
  ),
}));

const hostile = campaign(4_000, 400);

it(`reads any message into events that the log accepts (${hostile.label})`, async () => {
  const types = [
    'LOOT',
    'DEATH',
    'LEVEL',
    'COLLECTION',
    'CHAT',
    'CLUE',
    'SLAYER',
    'PLAYER_KILL',
    'LOGIN',
    'XP_MILESTONE',
    'constructor',
    '\ud800',
  ];
  const keys = [
    'playerName',
    'accountType',
    'dinkAccountHash',
    'seasonalWorld',
    'world',
    'extra',
    'embeds',
    '__proto__',
  ];
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...types),
      fc.dictionary(fc.constantFrom(...keys), anyJson.value, { maxKeys: 5 }),
      fc.constantFrom(...names),
      async (type, changes, name) => {
        const body = { ...dinkFixture(name), ...changes, type };
        const events = await translatedDink(JSON.stringify(body));
        for (const event of events) {
          expect(definitionOf(event.type)?.schema.parse(event.data)).toEqual(event.data);
        }
        for (const { data, value_gp } of gameEventsOf(events)) {
          expect(typeof JSON.parse(data)).toBe('object');
          expect(value_gp ?? 0).toBeLessThanOrEqual(valueGpMax);
        }
      },
    ),
    { numRuns: hostile.runs, seed: hostile.seed },
  );
});
