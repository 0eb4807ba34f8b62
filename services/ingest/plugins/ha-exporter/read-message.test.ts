import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { definitionOf } from '../../../../shared/events/catalogue.ts';
import { campaign } from '../../../../test/support/campaign.ts';
import type { HaMessage, HaPlayer } from './message.ts';
import { readHaMessage } from './read-message.ts';
import { type HaBody, haFixture, translatedHa } from './testing/ha-reports.ts';

/** Reads the fixture with other values, by path: `{ 'player.name': 7 }`. */
function readWith(values: Readonly<Record<string, unknown>>) {
  const body = haFixture('ha-snapshot');
  for (const [path, value] of Object.entries(values)) {
    const keys = path.split('.');
    const parent = keys.slice(0, -1).reduce((part: HaBody, key) => part[key], body);
    parent[keys.at(-1) ?? ''] = value;
  }
  return readHaMessage(body);
}

const clean = readWith({});
const withoutMagic = clean.player.skills.filter(({ skill }) => skill !== 'Magic');
const [worn, ...otherWorn] = clean.player.equipment ?? [];
const item = { name: 'Coins', id: 995, gePrice: 1, haPrice: 0, quantity: 5, inventorySlot: 0 };

type Counts = Readonly<Record<string, number>>;
type Values = Readonly<Record<string, unknown>>;

describe('a wrong part of a report', () => {
  it.each<[string, Counts, Values, Partial<HaPlayer>, Partial<Omit<HaMessage, 'player'>>?]>([
    ['name', { name: 1 }, { 'player.name': 7 }, { name: null }],
    ['hash', { account_hash: 1 }, { 'player.accountHash': '-123456789' }, { accountHash: null }],
    ['account type', { account_type: 1 }, { 'player.accountType': 'IRON' }, { accountType: null }],
    ['world', { world: 1 }, { 'player.world': '0' }, { world: null }],
    ['world types', { world_types: 1 }, { 'player.worldTypes': 'SEASONAL' }, { specialWorld: null }],
    ['location', { location: 1 }, { 'player.location.plane': 4 }, { location: null }],
    ['trail', { trail: 1 }, { 'player.locationTrail': {} }, { trail: [] }],
    [
      'trail tile',
      { trail_tile: 1 },
      { 'player.locationTrail.0.x': 16_384 },
      { trail: clean.player.trail.slice(1) },
    ],
    ['health', { hitpoints: 1 }, { 'player.health': [1, 2] }, { hitpoints: null }],
    ['prayer', { prayer: 1 }, { 'player.prayerPoints.max': -1 }, { prayer: null }],
    ['spellbook', { spellbook: 1 }, { 'player.spellbook': 'lunar' }, { spellbook: null }],
    ['skills', { skills: 1 }, { 'player.stats': 'none' }, { skills: [] }],
    ['skill', { skill: 1 }, { 'player.stats.skills.Magic.xp': 200_000_001 }, { skills: withoutMagic }],
    [
      'skill without xp',
      { skill: 1 },
      { 'player.stats.skills.Magic': { level: 9 } },
      { skills: withoutMagic },
    ],
    ['sum that is no skill', { skill: 1 }, { 'player.stats.skills.Overall': { xp: 1, level: 1 } }, {}],
    ['inventory', { inventory: 1 }, { 'player.inventory': { items: 3 } }, { inventory: null }],
    [
      'item',
      { item: 1 },
      { 'player.inventory.items.0.quantity': 2 ** 31 },
      { inventory: clean.player.inventory?.slice(1) ?? [] },
    ],
    [
      'price',
      { price: 2 },
      { 'player.equipment.items.0.gePrice': 3_000_000_000, 'player.equipment.items.0.haPrice': -1 },
      { equipment: worn === undefined ? [] : [{ ...worn, ge_price: null, ha_price: null }, ...otherWorn] },
    ],
    ['events', { events: 1 }, { events: 'none' }, {}, { events: [] }],
    [
      'event',
      { event: 3, events: 1 },
      { events: [{ data: {} }, { type: 'loot', data: 1 }, null] },
      {},
      { events: [] },
    ],
    ['state', { state: 1 }, { state: 30 }, {}, { gameState: null }],
    ['tick delay', { tick_delay: 1 }, { tickDelay: 'often' }, {}, { tickDelay: null }],
    ['timestamp', { timestamp: 1 }, { timestamp: 'now' }, {}, { sent: null }],
    ['player', { player: 1 }, { player: [] }, readHaMessage({}).player],
  ])('is left out and counted, and the rest is kept: %s', (_case, skipped, values, player, left) => {
    expect(readWith(values)).toEqual({
      ...clean,
      ...left,
      player: { ...clean.player, ...player },
      skipped: new Map(Object.entries(skipped)),
    });
  });

  it('does not include a missing part: nothing is counted, and nothing is invented', () => {
    for (const body of [{}, { player: null, events: null, state: null, timestamp: null }, { player: {} }]) {
      const report = readHaMessage(body);
      expect(report.skipped.size).toBe(0);
      expect(report.player).toMatchObject({ inventory: null, equipment: null, skills: [], location: null });
    }
  });

  it('never makes a list look empty', () => {
    expect(readWith({ 'player.inventory.items': [{ id: -1 }] }).player.inventory).toBeNull();
    expect(readWith({ 'player.inventory.items': [] }).player.inventory).toEqual([]);
  });
});

const tile = { x: 1, y: 1, plane: 0, timestamp: 1 };
const manySkills = Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`S${index}`, { xp: 1 }]));
const manyLevels = [{ type: 'levelUp', data: Array(51).fill({ skill: 'Attack', level: 2 }) }];

describe('the limits of a report', () => {
  it.each<[string, string, number, Values, (report: typeof clean) => number]>([
    ['50 events', 'event', 50, { events: Array(51).fill({ type: 'x' }) }, (r) => r.events.length],
    [
      '300 tiles',
      'trail_tile',
      300,
      { 'player.locationTrail': Array(301).fill(tile) },
      (r) => r.player.trail.length,
    ],
    [
      '100 items',
      'item',
      100,
      { 'player.inventory.items': Array(101).fill(item) },
      (r) => r.player.inventory?.length ?? 0,
    ],
    ['100 skills', 'skill', 100, { 'player.stats.skills': manySkills }, (r) => r.player.skills.length],
    ['50 levels at once', 'event', 50, { events: manyLevels }, (r) => r.events[0]?.elements.length ?? 0],
  ])('are %s; one more is left out and counted', (_case, kind, kept, values, count) => {
    const report = readWith(values);
    expect(count(report)).toBe(kept);
    expect(report.skipped).toEqual(new Map([[kind, 1]]));
  });
});

describe('a value that the hub does not know', () => {
  it('is not counted as wrong: a 25th skill, an unknown account type, spellbook, slot, state and field', () => {
    const report = readWith({
      'player.stats.skills.Shamanism': { xp: 83, level: 2 },
      'player.accountType': '7',
      'player.spellbook': { id: 9, name: 'void' },
      'player.equipment.items.0.equipmentSlot': 'TAIL',
      state: 'DREAMING',
      'player.mood': 'good',
    });
    expect(report.skipped.size).toBe(0);
    expect(report.player.skills.at(-1)).toEqual({ skill: 'Shamanism', level: 2, xp: 83 });
    expect(report.player).toMatchObject({ accountType: 7, spellbook: 'unknown' });
    expect(report.player.equipment?.[0]?.equipment_slot).toBe('TAIL');
    expect(report.gameState).toBe('DREAMING');
  });
});

describe('the level of a skill', () => {
  it.each([
    [0, 1],
    [13_034_431, 99],
    [14_391_160, 100],
    [200_000_000, 127],
  ])('follows from %i xp when no level was sent: %i', (xp, level) => {
    expect(readWith({ 'player.stats.skills': { Magic: { xp } } }).player.skills).toEqual([
      { skill: 'Magic', level, xp },
    ]);
  });
});

describe('text', () => {
  it('loses NUL and lone surrogates, and is cut: a name at 32 characters', () => {
    const report = readWith({
      'player.name': `A\0\ud800${'b'.repeat(40)}`,
      'player.inventory.items': [{ ...item, name: 'n'.repeat(300) }],
    });
    expect(report.player.name).toBe(`A\ufffd\ufffd${'b'.repeat(29)}`);
    expect(report.player.inventory?.[0]?.name).toHaveLength(64);
  });

  it('of a name has plain spaces', () => {
    expect(readWith({ 'player.name': '\u00a0Quillon\u00a0Fen\u202f7\u2007' }).player.name).toBe(
      'Quillon Fen 7',
    );
  });

  it('with nothing but separators is no name', () => {
    expect(readWith({ 'player.name': '\u00a0_ -' }).player.name).toBeNull();
  });
});

describe('an event', () => {
  const [sent] = haFixture('ha-loot').events;

  it('of plugin 1.3, without id and time, is accepted', () => {
    const { eventId, timestamp, ...old } = sent;
    expect(readHaMessage({ events: [old] }).events).toMatchObject([
      { type: 'loot', eventId: null, timestamp: null },
    ]);
  });

  it('has the same id in upper and lower case, and no id unless it is a uuid', () => {
    const ids = [sent.eventId, sent.eventId.toUpperCase(), 'abc', 7].map((eventId) => ({ ...sent, eventId }));
    expect(readHaMessage({ events: ids }).events.map(({ eventId }) => eventId)).toEqual([
      sent.eventId,
      sent.eventId,
      null,
      null,
    ]);
  });

  it('keeps the places of its elements when one of them is wrong', () => {
    const event = { type: 'levelUp', data: [{ skill: 'Attack' }, 'x', { skill: 'Magic' }] };
    const report = readHaMessage({ events: [event] });
    expect(report.events[0]?.elements.map(({ index }) => index)).toEqual([0, 2]);
    expect(report.skipped).toEqual(new Map([['event', 1]]));
  });
});

const anyKeys = 'player events type data stats skills items xp x y plane __proto__ id name'.split(' ');

const anyJson = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 5 },
    fc.constantFrom(null, true, '', '486', 'LOGGED_IN', -1, 0, 2 ** 31, 2 ** 53, 1e300, 1.5, '\0\ud800'),
    fc.constantFrom<HaBody>(...Object.values(haFixture('ha-loot').player), haFixture('ha-loot').events),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.constantFrom(...anyKeys), tie('value'), { maxKeys: 6 }),
  ),
})).value;

const { runs: numRuns, seed, label } = campaign(2_000);

describe('any JSON', () => {
  it(`is read without an error, into events that the log takes (${label})`, () => {
    fc.assert(
      fc.property(anyJson, anyJson, anyJson, (player, events, rest) => {
        const body = { player, events, state: rest, timestamp: rest, tickDelay: rest };
        for (const { type, data } of translatedHa(body)) definitionOf(type)?.schema.parse(data);
      }),
      { numRuns, seed },
    );
  });

  it('never affects the parts next to it', () => {
    fc.assert(
      fc.property(fc.constantFrom(...Object.entries(fieldOf)), anyJson, ([section, field], junk) => {
        const report = readWith({ [`player.${section}`]: junk });
        const otherParts = (message: HaMessage) => ({
          ...message,
          player: { ...message.player, [field]: 0 },
          skipped: 0,
        });
        expect(otherParts(report)).toEqual(otherParts(clean));
      }),
    );
  });
});

const fieldOf: Readonly<Record<string, keyof HaPlayer>> = {
  name: 'name',
  accountHash: 'accountHash',
  accountType: 'accountType',
  world: 'world',
  worldTypes: 'specialWorld',
  location: 'location',
  locationTrail: 'trail',
  health: 'hitpoints',
  prayerPoints: 'prayer',
  spellbook: 'spellbook',
  stats: 'skills',
  inventory: 'inventory',
  equipment: 'equipment',
};
