import { readdirSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { campaign } from '../../../../test/support/campaign.ts';
import { emptyGame, type KnownGame } from '../../game/known-game.ts';
import { eventLines, readFirstReport, reportFixture } from '../../testing/first-report.ts';
import { groupIronmen } from './adapter.ts';

const { runs: numRuns, seed, label } = campaign(2_000);
const root = new URL('../../../../test/', import.meta.url);
const reports = readdirSync(new URL('fixtures/reports/', root))
  .filter((file) => file.startsWith('gim-'))
  .map((file) => file.replace('.json', ''));

const game: KnownGame = {
  ...emptyGame,
  itemOf: (id) =>
    id === 4_151 ? { name: 'Abyssal whip', ge_price: 1_502_233, ha_price: 72_000 } : emptyGame.itemOf(id),
};

// biome-ignore lint/suspicious/noExplicitAny: tests bend reports into every shape
type Body = any;

function read(body: Body) {
  return readFirstReport(groupIronmen, JSON.stringify({ name: 'Tern Hollow', ...body }), { game });
}

async function dataOf(body: Body, type: string): Promise<Body[]> {
  const { events } = await read(body);
  return events.filter((event) => event.type === type).map(({ data }) => data);
}

const full = JSON.parse(reportFixture('gim-update-full'));

describe('every sample report', () => {
  it('exists', () => expect(reports).toHaveLength(9));

  it.each(reports)(
    'becomes exactly the expected events, also when it is read from its stored text: %s',
    async (name) => {
      const body = reportFixture(name);
      await expect(eventLines(await readFirstReport(groupIronmen, body, { game }))).toMatchFileSnapshot(
        new URL(`golden/group-ironmen/${name}.jsonl`, root).pathname,
      );
      const { report } = await readFirstReport(groupIronmen, body, { game });
      expect(report.skipped.size).toBe(0);
      const again = await readFirstReport(groupIronmen, report.raw, { game });
      expect(eventLines(again)).toBe(eventLines(await readFirstReport(groupIronmen, body, { game })));
    },
  );
});

const placeTypes = ['location-reported', 'position-reported'];
const skillTypes = ['skill-reported', 'xp-reported'];

describe('an update', () => {
  it('identifies the player by name only', async () => {
    const { report } = await read({ stats: full.stats });
    expect(report.player).toEqual({
      identity: null,
      name: 'Tern Hollow',
      nameCertainty: 'sure',
      accountType: null,
      world: 553,
      specialWorld: false,
    });
  });

  it('shows the player in the game for five minutes, with any content', async () => {
    expect(await dataOf({}, 'presence-reported')).toEqual([
      expect.objectContaining({ game_state: 'LOGGED_IN', in_game: true, timeout_ms: 300_000, world: null }),
    ]);
  });

  it('has the items with their known names and prices, slot by slot', async () => {
    const [{ items: worn }] = await dataOf(full, 'equipment-reported');
    expect(worn.map((item: Body) => item.equipment_slot)).toEqual(
      'HEAD CAPE AMULET WEAPON BODY SHIELD LEGS GLOVES BOOTS RING AMMO'.split(' '),
    );
    expect(worn[3]).toEqual({
      ...{ id: 4_151, name: 'Abyssal whip', quantity: 1, ge_price: 1_502_233, ha_price: 72_000 },
      ...{ equipment_slot: 'WEAPON', inventory_slot: null },
    });
    const [{ items: carried }] = await dataOf(full, 'inventory-reported');
    expect(carried.at(-1)).toEqual({
      ...{ id: 995, name: 'Unknown (995)', quantity: 418_220, ge_price: 0, ha_price: 0 },
      ...{ equipment_slot: null, inventory_slot: 27 },
    });
  });

  it('names each skill by its place in the list', async () => {
    const skills = full.skills.map((_: number, place: number) => 1_000 + place);
    const xp = async (sent: number[]) => (await dataOf({ skills: sent }, 'xp-reported'))[0]?.skills;
    expect(await xp(skills)).toMatchObject({
      Agility: 1_000,
      Hitpoints: 1_011,
      Woodcutting: 1_022,
      Sailing: 1_023,
    });
    const before = await xp(skills.slice(0, 23));
    expect(before).toMatchObject({ Agility: 1_000, Woodcutting: 1_022 });
    expect(before).not.toHaveProperty('Sailing');
  });

  it.each<[string, Body, Record<string, number>, string[]]>([
    ['a name that is no text', { name: 7 }, { name: 1 }, []],
    ['stats that are no list', { stats: {} }, { stats: 1 }, ['hitpoints-reported', 'prayer-reported']],
    [
      'a gauge with a negative value',
      { stats: [-1, 99, 41, 70, 0, 100, 553] },
      { hitpoints: 1 },
      ['hitpoints-reported'],
    ],
    ['an impossible world', { stats: [87, 99, 41, 70, 0, 100, 65_536] }, { world: 1 }, []],
    ['a place outside of the game', { coordinates: [16_384, 1, 0, 0] }, { location: 1 }, placeTypes],
    ['half a place', { coordinates: [1] }, { location: 1 }, placeTypes],
    ['one skill with too much xp', { skills: [200_000_001, ...full.skills.slice(1)] }, { skill: 1 }, []],
    ['a skill of tomorrow', { skills: [...full.skills, 5] }, { unknown_skill: 1 }, []],
    ['too few skills', { skills: full.skills.slice(0, 22) }, { skills: 1 }, skillTypes],
    ['an empty list of skills', { skills: [] }, { skills: 1 }, skillTypes],
    ['skills that all have 0 xp', { skills: full.skills.map(() => 0) }, { skills: 1 }, skillTypes],
    [
      'another number of items',
      { inventory: full.inventory.slice(2) },
      { inventory: 1 },
      ['inventory-reported'],
    ],
    ['an empty list of items', { equipment: [] }, { equipment: 1 }, ['equipment-reported']],
    ['one wrong item', { inventory: ['x', 1, ...full.inventory.slice(2)] }, { item: 1 }, []],
    [
      'a list in which every item is wrong',
      { equipment: full.equipment.map(() => -2) },
      { item: 14, equipment: 1 },
      ['equipment-reported'],
    ],
  ])('is used without %s, which is counted', async (_, wrong, skipped, lost) => {
    const whole = await readFirstReport(groupIronmen, JSON.stringify(full));
    const { report, events } = await readFirstReport(groupIronmen, JSON.stringify({ ...full, ...wrong }));
    expect(Object.fromEntries(report.skipped)).toEqual(skipped);
    const left = whole.events.map(({ type }) => type).filter((type) => !lost.includes(type));
    const few =
      skipped.skill === 1
        ? left.filter((type, place) => type !== 'skill-reported' || left[place - 1] === type)
        : left;
    expect(events.map(({ type }) => type)).toEqual(few);
  });

  it('keeps an item with id 0, and finds an empty slot by its quantity', async () => {
    const inventory = [0, 3, 0, 0, -1, 0, ...full.inventory.slice(6).map(() => 0)];
    const [{ items }] = await dataOf({ inventory }, 'inventory-reported');
    expect(items.map(({ id, quantity, inventory_slot: slot }: Body) => [id, quantity, slot])).toEqual([
      [0, 3, 0],
    ]);
  });

  it(`never fails, with any content, and becomes only events that the log accepts (${label})`, async () => {
    const number = fc.oneof(fc.integer(), fc.integer({ min: -1, max: 200 }), fc.double(), fc.constant(null));
    const list = fc.oneof(
      fc.array(number, { maxLength: 60 }),
      fc
        .constantFrom(14, 23, 24, 28, 56)
        .chain((length) => fc.array(number, { minLength: length, maxLength: length })),
      fc.jsonValue({ maxDepth: 2 }),
    );
    const body = fc.record(
      {
        name: fc.oneof(fc.string({ unit: 'binary' }), fc.jsonValue({ maxDepth: 1 })),
        ...{ stats: list, coordinates: list, skills: list, inventory: list, equipment: list, bank: list },
        ...{ quests: list, interacting: fc.jsonValue({ maxDepth: 2 }), ['__proto__']: list },
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(body, async (sent) => {
        eventLines(await readFirstReport(groupIronmen, JSON.stringify(sent)));
      }),
      { numRuns, seed },
    );
  });

  it('is refused unless it is a JSON object, and may be gzip', async () => {
    for (const body of ['', '[]', '{']) {
      await expect(readFirstReport(groupIronmen, body)).rejects.toThrow('refused: malformed');
    }
    const headers = { 'content-encoding': 'gzip' };
    const { events } = await readFirstReport(groupIronmen, gzipSync(JSON.stringify(full)), {
      head: { headers },
    });
    expect(events.length).toBeGreaterThan(30);
  });
});

describe('the requests of the plugin', () => {
  it.each([
    ['0a1b', '0a1b'],
    [' 0a1b ', '0a1b'],
    ['Bearer 0a1b', '0a1b'],
    ['Bearer', 'Bearer'],
    ['two words', null],
    [undefined, null],
  ])('have the token in Authorization: %s', (authorization, token) => {
    const head = { headers: { authorization }, params: {}, query: {}, contentType: undefined };
    expect(groupIronmen.tokenOf(head)).toBe(token);
  });

  it('tell the version', async () => {
    const headers = { 'user-agent': 'GroupIronmenTracker/1.7.0 RuneLite/1.11.9' };
    const { report } = await readFirstReport(groupIronmen, reportFixture('gim-update-delta'), {
      head: { headers },
    });
    expect(report.pluginVersion).toBe('1.7.0');
  });

  it('use an address and a token that the pasted settings name once each', () => {
    const settings = groupIronmen.pasted?.settingsFor('https://hub.example.org', '0a1b');
    expect(settings?.url).toBe('https://hub.example.org');
    expect(settings?.steps.filter((step) => step.includes('0a1b'))).toHaveLength(1);
    expect(settings?.steps.filter((step) => step.includes('https://hub.example.org'))).toHaveLength(1);
  });
});
