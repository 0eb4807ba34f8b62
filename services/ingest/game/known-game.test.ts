import { describe, expect, it } from 'vitest';
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
const ofNobody = { name_of_file: false, ha_price_of_file: false, ge_price_of_file_at: null };
const known: KnownItem = { ...whip, ...ofNobody };

/** The game of one who knows this item and this world. */
function gameWith(item: KnownItem | null, world: KnownWorld | null = null, at = now) {
  return createKnownGame(
    new Map(item === null ? [] : [[item.id, item]]),
    new Map(world === null ? [] : [[world.world, world]]),
    () => at,
  );
}

describe('an item', () => {
  it('is named as it was shown, and without that by its id, at no price', () => {
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
    ['teaches nothing when it is as before', known, {}, null],
    ['teaches nothing where nothing is said', known, { name: null, ge_price: null, ha_price: null }, null],
    ['is not learned where nothing is said', undefined, { name: '', ge_price: null, ha_price: null }, null],
    ['keeps its name where only a price is said', known, { name: null, ge_price: 5 }, { ge_price: 5 }],
    ['keeps its name where an empty one is said', known, { name: '', ge_price: 5 }, { ge_price: 5 }],
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
      'gets another guide price than that of a file a week later',
      { ...known, ge_price_of_file_at: now - 7 * dayMs },
      { ge_price: 9 },
      { ge_price: 9, ge_price_of_file_at: null },
    ],
    ['gets what no file said', { ...known, name_of_file: true, ge_price: null }, {}, { name_of_file: true }],
  ])('%s', (_, before, said, after) => {
    const learned = learnedItem(before, { ...whip, ...said }, () => now);
    expect(learned).toEqual(after === null ? null : { ...known, ...after });
  });

  it('with an id that no item has is not learned, so that nobody fills the memory', () => {
    expect(learnedItem(undefined, { ...whip, id: itemIdMax }, () => now)).not.toBeNull();
    expect(learnedItem(undefined, { ...whip, id: itemIdMax + 1 }, () => now)).toBeNull();
  });
});

describe('a world', () => {
  const beta = { world: 401, special: true, of_file: false, said_at: now };

  it('is of the kind that was said last, and of none after a week without a word', () => {
    expect(emptyGame.isSpecial(401)).toBeNull();
    expect(gameWith(null, beta, now + 7 * dayMs - 1).isSpecial(401)).toBe(true);
    expect(gameWith(null, beta, now + 7 * dayMs).isSpecial(401)).toBeNull();
    const ofFile = { ...beta, special: false, of_file: true };
    expect(gameWith(null, ofFile, now + 700 * dayMs).isSpecial(401)).toBe(false);
  });

  it('is learned when it is not known, when it differs, and once a day', () => {
    expect(learnedWorld(undefined, 401, true, now)).toEqual(beta);
    expect(learnedWorld(beta, 401, true, now + dayMs - 1)).toBeNull();
    expect(learnedWorld(beta, 401, true, now + dayMs)).toEqual({ ...beta, said_at: now + dayMs });
    expect(learnedWorld(beta, 401, false, now + 1)).toEqual({ ...beta, special: false, said_at: now + 1 });
    expect(learnedWorld(undefined, knownWorldMax + 1, true, now)).toBeNull();
  });

  it('that a file named stays known, until a report says otherwise', () => {
    const ofFile = { ...beta, of_file: true };
    expect(learnedWorld(ofFile, 401, true, now + 700 * dayMs)).toBeNull();
    expect(learnedWorld(ofFile, 401, false, now + 1)).toEqual({ ...beta, special: false, said_at: now + 1 });
  });
});
