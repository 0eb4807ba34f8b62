import { readdirSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { campaign } from '../../../../test/support/campaign.ts';
import { emptyGame, type KnownGame } from '../../game/known-game.ts';
import { noHead } from '../../plugin-adapter.ts';
import { eventLines, readFirstReport, reportFixture } from '../../testing/first-report.ts';
import { rseyeConnector } from './adapter.ts';

const { runs: numRuns, seed, label } = campaign(2_000);
const root = new URL('../../../../test/', import.meta.url);
const reports = readdirSync(new URL('fixtures/reports/', root))
  .filter((file) => file.startsWith('rseye-'))
  .map((file) => file.replace('.json', ''));

const game: KnownGame = {
  ...emptyGame,
  itemOf: (id) =>
    id === 1_333 ? { name: 'Rune scimitar', ge_price: 15_021, ha_price: 15_360 } : emptyGame.itemOf(id),
};

// biome-ignore lint/suspicious/noExplicitAny: tests bend reports into every shape
type Body = any;

const kinds = ['position', 'login', 'stat', 'inventory', 'equipment', 'bank', 'loot', 'death', 'quest'];

/** @param kind the first word of the address */
function read(kind: string, body: Body, slash = '/') {
  const head = { params: { '*': `${kind}_update${slash}` } };
  return readFirstReport(rseyeConnector, typeof body === 'string' ? body : JSON.stringify(body), {
    head,
    game,
  });
}

function kindOf(report: string): string {
  return report.replace('rseye-', '').replace('-update', '');
}

async function dataOf(kind: string, body: Body, type: string): Promise<Body[]> {
  const { events } = await read(kind, { username: 'Sable Orrin', ...body });
  return events.filter((event) => event.type === type).map(({ data }) => data);
}

describe('every sample report', () => {
  it('exists', () => expect(reports).toHaveLength(9));

  it.each(reports)(
    'becomes exactly the expected events, with or without a slash at the end of the address: %s',
    async (name) => {
      const update = read(kindOf(name), reportFixture(name));
      const lines = eventLines(await update);
      await expect(lines).toMatchFileSnapshot(new URL(`golden/rseye/${name}.jsonl`, root).pathname);
      expect(eventLines(await read(kindOf(name), reportFixture(name), ''))).toBe(lines);
      expect((await update).report.skipped.size).toBe(0);
    },
  );

  it('is read again from its stored body, but without items, because they may be from a bank', async () => {
    for (const name of ['rseye-position-update', 'rseye-stat-update', 'rseye-login-update']) {
      const stored = await readFirstReport(rseyeConnector, reportFixture(name), { game });
      expect(eventLines(stored)).toBe(eventLines(await read(kindOf(name), reportFixture(name))));
    }
    for (const name of ['rseye-inventory-update', 'rseye-equipment-update', 'rseye-bank-update']) {
      const { events } = await readFirstReport(rseyeConnector, reportFixture(name), { game });
      expect(events.map(({ type }) => type)).toEqual(['gear-reported']);
    }
  });
});

describe('an update', () => {
  it.each([
    ['LOGIN_SCREEN', false],
    ['LOGGED_IN', true],
    ['HOPPING', true],
    ['LOADING', true],
  ])('of the state tells whether the player is in the game: %s', async (state, inGame) => {
    expect(await dataOf('login', { state }, 'presence-reported')).toEqual([
      expect.objectContaining({ game_state: state, in_game: inGame, timeout_ms: 300_000 }),
    ]);
  });

  it('of any kind except a state shows the player in the game', async () => {
    for (const name of reports.filter((report) => !report.includes('login'))) {
      expect(await dataOf(kindOf(name), JSON.parse(reportFixture(name)), 'presence-reported')).toEqual([
        expect.objectContaining({ game_state: 'LOGGED_IN', in_game: true }),
      ]);
    }
  });

  it('of skills has the last change of each skill, and the current hitpoints', async () => {
    const statChanges = [
      { skill: 'ATTACK', xp: 101_332, level: 49, boostedLevel: 49 },
      { skill: 'HITPOINTS', xp: 13_034_431, level: 99, boostedLevel: 115 },
      { skill: 'ATTACK', xp: 101_333, level: 50, boostedLevel: 50 },
      { skill: 'NECROMANCY', xp: 83 },
    ];
    expect(await dataOf('stat', { statChanges }, 'xp-reported')).toEqual([
      expect.objectContaining({ skills: { Attack: 101_333, Hitpoints: 13_034_431, Necromancy: 83 } }),
    ]);
    expect(await dataOf('stat', { statChanges }, 'hitpoints-reported')).toEqual([
      expect.objectContaining({ current: 115, max: 99 }),
    ]);
    expect(await dataOf('stat', { statChanges }, 'prayer-reported')).toEqual([]);
  });

  it('of gear has the items with their known names and prices, slot by slot', async () => {
    const [{ items: worn }] = await dataOf(
      'equipment',
      { items: { WEAPON: { id: 1_333, quantity: 1 } } },
      'equipment-reported',
    );
    expect(worn).toEqual([
      {
        ...{ id: 1_333, name: 'Rune scimitar', quantity: 1, ge_price: 15_021, ha_price: 15_360 },
        ...{ equipment_slot: 'WEAPON', inventory_slot: null },
      },
    ]);
    const items = [
      { id: -1, quantity: 0 },
      { id: 385, quantity: 1 },
    ];
    const [{ items: carried }] = await dataOf('inventory', { items }, 'inventory-reported');
    expect(carried.map((item: Body) => [item.name, item.ge_price, item.inventory_slot])).toEqual([
      ['Unknown (385)', 0, 1],
    ]);
    // The player wears or carries no item.
    expect(await dataOf('equipment', { items: {} }, 'equipment-reported')).toHaveLength(1);
    expect(await dataOf('inventory', { items: items.slice(0, 1) }, 'inventory-reported')).toMatchObject([
      { items: [] },
    ]);
  });

  it.each<[string, Body, Record<string, number>, string]>([
    ['position', { position: { x: 1, y: 2 } }, { location: 1 }, ''],
    ['position', { position: 7 }, { location: 1 }, ''],
    ['login', { state: '' }, { state: 1 }, ''],
    ['stat', { statChanges: {} }, { skills: 1 }, ''],
    [
      'stat',
      { statChanges: [{ skill: 'OVERALL', xp: 1 }, 7, { skill: 'MAGIC', xp: 83 }] },
      { skill: 2 },
      'skill-reported',
    ],
    ['inventory', { items: {} }, { inventory: 1 }, ''],
    ['inventory', { items: [7] }, { item: 1, inventory: 1 }, ''],
    ['inventory', { items: [7, { id: 385, quantity: 1 }] }, { item: 1 }, 'inventory-reported'],
    ['bank', { items: {} }, { bank: 1 }, ''],
    ['bank', { items: [7] }, { item: 1, bank: 1 }, ''],
    ['bank', { items: [7, { id: 385, quantity: 1 }] }, { item: 1 }, 'bank-reported'],
    ['equipment', { items: [] }, { equipment: 1 }, ''],
    ['equipment', { items: { WEAPON: { id: 1_333, quantity: -1 } } }, { item: 1, equipment: 1 }, ''],
  ])('of %s loses its wrong parts, and each wrong part is counted: %j', async (kind, body, skipped, kept) => {
    const { report, events } = await read(kind, { username: 'Sable Orrin', ...body });
    expect(Object.fromEntries(report.skipped)).toEqual(skipped);
    const types = events.map(({ type }) => type);
    expect(types.filter((type) => type === kept)).toHaveLength(kept === '' ? 0 : 1);
    // An update without a usable value has no facts.
    expect(types.includes('presence-reported')).toBe(kept !== '');
  });

  it(`never fails, with any content, and becomes only events that the log accepts (${label})`, async () => {
    const item = fc.record({ id: fc.integer(), quantity: fc.integer() }, { requiredKeys: [] });
    const change = fc.record(
      {
        skill: fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('PRAYER', '__proto__', 'overall')),
        ...{ xp: fc.integer({ min: -1 }), level: fc.integer(), boostedLevel: fc.double() },
      },
      { requiredKeys: [] },
    );
    const junk = fc.jsonValue({ maxDepth: 2 });
    const body = fc.record(
      {
        username: fc.oneof(fc.string({ unit: 'binary' }), junk),
        position: fc.oneof(fc.record({ x: fc.nat(20_000), y: fc.integer(), plane: fc.nat(5) }), junk),
        state: fc.oneof(fc.string({ unit: 'binary' }), junk),
        statChanges: fc.oneof(fc.array(change), junk),
        lootType: fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('NPC', 'Player', 'Barrows'), junk),
        entityId: fc.oneof(fc.integer(), junk),
        entityName: fc.oneof(fc.string({ unit: 'binary' }), junk),
        questPoints: fc.oneof(fc.integer(), junk),
        questChanges: fc.oneof(
          fc.array(fc.record({ id: junk, name: junk, state: fc.constantFrom('FINISHED', 'IN_PROGRESS') })),
          junk,
        ),
        request: junk,
        items: fc.oneof(
          fc.array(item, { maxLength: 120 }),
          fc.dictionary(fc.string({ unit: 'binary' }), item),
          fc.constant(JSON.parse('{"__proto__":{"id":1,"quantity":1}}')),
          junk,
        ),
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...kinds), body, async (kind, sent) => {
        const update = await read(kind, sent).catch((error: Error) => error.message);
        if (typeof update === 'string') expect([kind, update]).toEqual([kind, 'refused: ignored']);
        else eventLines(update);
      }),
      { numRuns, seed },
    );
  });
});

describe('the requests of the plugin', () => {
  it.each([
    ['Bearer: 0a1b', '0a1b'],
    ['Bearer 0a1b', '0a1b'],
    ['bearer:  0a1b ', '0a1b'],
    ['0a1b', null],
    ['Bearer:', null],
    [undefined, null],
  ])('have the token after Bearer, with a colon or without: %s', (authorization, token) => {
    expect(rseyeConnector.tokenOf({ ...noHead, headers: { authorization } })).toBe(token);
  });

  it.each(['overhead_update/', 'skull_update', 'skull_update/', '', '/', 'constructor', '__proto__/'])(
    'of another kind are ignored with any content: %s',
    async (suffix) => {
      const answer = await rseyeConnector.read({
        head: { ...noHead, params: { '*': suffix } },
        body: Buffer.from('no JSON'),
      });
      expect(answer).toMatchObject({ status: 204, outcome: 'ignored', body: null });
    },
  );

  it('use an address and a token that the pasted settings name', () => {
    const settings = rseyeConnector.pasted?.settingsFor('https://hub.example.org', '0a1b');
    expect(settings?.url).toBe('https://hub.example.org/api/rseye/');
    expect(settings?.steps.filter((step) => step.includes('0a1b'))).toHaveLength(1);
  });
});
