import { describe, expect, it, test } from 'vitest';
import { dayMs } from '../../../shared/domain/durations.ts';
import {
  createKnownGame,
  emptyGame,
  type ItemDetails,
  itemIdMax,
  type KnownItem,
  type KnownWorld,
  knownWorldMax,
  learnedItem,
  learnedWorld,
} from './known-game.ts';

const now = Date.UTC(2026, 8, 14);
const whip: ItemDetails = { id: 4_151, name: 'Abyssal whip', ge_price: 1_502_233, ha_price: 72_000 };
const reporters = ['account', 'member'];
const ofNobody = {
  name_of_file: false,
  ha_price_of_file: false,
  ge_price_of_file_at: null,
  named_by: reporters,
};
const known: KnownItem = { ...whip, ...ofNobody };

function gameWith(item: KnownItem | null, world: KnownWorld | null = null, at = now) {
  return createKnownGame(
    new Map(item === null ? [] : [[item.id, item]]),
    new Map(world === null ? [] : [[world.world, world]]),
    () => at,
  );
}

describe('an item by its name', () => {
  it('has its id, in any case of the name, unless several items have the name', () => {
    const items = new Map([[whip.id, known]]);
    let at = now;
    const game = createKnownGame(items, new Map(), () => at);
    expect(game.idOfItem('abyssal WHIP')).toBe(whip.id);
    expect(game.idOfItem('Abyssal')).toBeNull();
    expect(emptyGame.idOfItem('Abyssal whip')).toBeNull();
    items.set(12_773, { ...known, id: 12_773 });
    at += 60_000;
    expect(game.idOfItem('Abyssal whip')).toBeNull();
  });
});

describe('an item', () => {
  it('has its shown name, or its id and no price when it was never shown', () => {
    expect(gameWith(known).itemOf(4_151)).toEqual({
      name: 'Abyssal whip',
      ge_price: 1_502_233,
      ha_price: 72_000,
    });
    expect(emptyGame.itemOf(12_345)).toEqual({ name: 'Unknown (12345)', ge_price: 0, ha_price: 0 });
    expect(gameWith({ ...known, name: null, ge_price: null }).itemOf(4_151)).toEqual({
      name: 'Unknown (4151)',
      ge_price: 0,
      ha_price: 72_000,
    });
  });

  it.each<[string, KnownItem | undefined, Partial<ItemDetails>, Partial<KnownItem> | null]>([
    ['is learned', undefined, {}, known],
    ['shows nothing new when it is unchanged', known, {}, null],
    ['shows nothing new without details', known, { name: null, ge_price: null, ha_price: null }, null],
    ['is not learned without details', undefined, { name: '', ge_price: null, ha_price: null }, null],
    ['keeps its name when only a price is shown', known, { name: null, ge_price: 5 }, { ge_price: 5 }],
    ['keeps its name when an empty name is shown', known, { name: '', ge_price: 5 }, { ge_price: 5 }],
    ['gets the newest name and price', known, { name: 'Whip', ge_price: 7 }, { name: 'Whip', ge_price: 7 }],
    ['keeps the name of a file', { ...known, name_of_file: true }, { name: 'Rude' }, null],
    ['keeps the high-alchemy price of a file', { ...known, ha_price_of_file: true }, { ha_price: 9 }, null],
    [
      'keeps the guide price of a file for a week',
      { ...known, ge_price_of_file_at: now - 7 * dayMs + 1 },
      { ge_price: 9 },
      null,
    ],
    [
      'gets a guide price from a report a week after the file',
      { ...known, ge_price_of_file_at: now - 7 * dayMs },
      { ge_price: 9 },
      { ge_price: 9, ge_price_of_file_at: null },
    ],
    [
      'gets the details that no file has',
      { ...known, name_of_file: true, ge_price: null },
      {},
      { name_of_file: true },
    ],
  ])('%s', (_, before, shown, after) => {
    const learned = learnedItem(before, { ...whip, ...shown }, reporters, () => now);
    expect(learned).toEqual(after === null ? null : { ...known, ...after });
  });

  it('keeps the reporters of its name until another report names it, or a file', () => {
    const others = ['other account', 'other member'];
    expect(learnedItem(known, { ...whip, ge_price: 1 }, others, () => now)?.named_by).toEqual(reporters);
    expect(learnedItem(known, { ...whip, name: 'Whip' }, others, () => now)?.named_by).toEqual(others);
    const unnamed = { ...whip, name: null };
    expect(learnedItem(undefined, unnamed, others, () => now)?.named_by).toEqual([]);
    const ofFile = { ...known, name_of_file: true, named_by: [] };
    expect(learnedItem(ofFile, { ...whip, name: 'Whip', ge_price: 1 }, others, () => now)?.named_by).toEqual(
      [],
    );
  });

  it('with an impossible id is not learned, so that invented items cannot fill the memory', () => {
    expect(learnedItem(undefined, { ...whip, id: itemIdMax }, reporters, () => now)).not.toBeNull();
    expect(learnedItem(undefined, { ...whip, id: itemIdMax + 1 }, reporters, () => now)).toBeNull();
  });
});

describe('a world', () => {
  const beta = { world: 401, special: true, of_file: false, said_at: now };

  it('has the type of the newest report, and no known type after a week without a report', () => {
    expect(emptyGame.isSpecial(401)).toBeNull();
    expect(gameWith(null, beta, now + 7 * dayMs - 1).isSpecial(401)).toBe(true);
    expect(gameWith(null, beta, now + 7 * dayMs).isSpecial(401)).toBeNull();
    const ofFile = { ...beta, special: false, of_file: true };
    expect(gameWith(null, ofFile, now + 700 * dayMs).isSpecial(401)).toBe(false);
  });

  it('is learned when it is unknown or its type differs, and otherwise once a day', () => {
    expect(learnedWorld(undefined, 401, true, now)).toEqual(beta);
    expect(learnedWorld(beta, 401, true, now + dayMs - 1)).toBeNull();
    expect(learnedWorld(beta, 401, true, now + dayMs)).toEqual({ ...beta, said_at: now + dayMs });
    expect(learnedWorld(beta, 401, false, now + 1)).toEqual({ ...beta, special: false, said_at: now + 1 });
    expect(learnedWorld(undefined, knownWorldMax + 1, true, now)).toBeNull();
  });

  it('from a file stays known until a report shows another type', () => {
    const ofFile = { ...beta, of_file: true };
    expect(learnedWorld(ofFile, 401, true, now + 700 * dayMs)).toBeNull();
    expect(learnedWorld(ofFile, 401, false, now + 1)).toEqual({ ...beta, special: false, said_at: now + 1 });
  });
});

test('an item that was reported only as worn is also found by the id of the item', () => {
  const hood = {
    id: 11_851,
    name: 'Graceful hood',
    ge_price: 0,
    ha_price: 21,
    name_of_file: false,
    ha_price_of_file: false,
    ge_price_of_file_at: null,
    named_by: [],
  };
  const game = createKnownGame(new Map([[hood.id, hood]]), new Map(), Date.now);
  expect(game.itemOf(11_850)).toEqual({ name: 'Graceful hood', ge_price: 0, ha_price: 21 });
});
