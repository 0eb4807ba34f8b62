import type { Clock } from '../../../shared/clock.ts';
import { dayMs } from '../../../shared/domain/durations.ts';

/** What the hub has learned of the game, for plugins that do not say it themselves. */
export interface KnownGame {
  /** Name and prices of an item; of one that nobody has shown yet `Unknown (12345)` at 0. */
  itemOf(id: number): NamedItem;
  /** Whether the player is another character on this world; null where that is not known. */
  isSpecial(world: number): boolean | null;
}

export interface NamedItem {
  readonly name: string;
  /** Gp a piece. */
  readonly ge_price: number;
  readonly ha_price: number;
}

/** What is said of an item: null where nothing is. */
export interface ItemSaid {
  readonly id: number;
  readonly name: string | null;
  readonly ge_price: number | null;
  readonly ha_price: number | null;
}

/** What is known of an item, and what of it reports may not overwrite. */
export interface KnownItem extends ItemSaid {
  readonly name_of_file: boolean;
  readonly ha_price_of_file: boolean;
  /** Epoch ms. */
  readonly ge_price_of_file_at: number | null;
}

export interface KnownWorld {
  readonly world: number;
  readonly special: boolean;
  readonly of_file: boolean;
  /** When that was said last, epoch ms. */
  readonly said_at: number;
}

/** Ids beyond are not learned, so that nobody can fill the memory, or crowd out what is real: the game is below half of it. */
export const itemIdMax = 65_535;
export const knownWorldMax = 4_095;

/** A world may get another type each week, so what a report said is not known any more after one. */
const worldKnownMs = 7 * dayMs;
/** How long the guide price of a file stands against those of reports. */
export const filePriceMs = 7 * dayMs;
/** A world that is known is said again after this long, so that it stays known. */
const worldAgainMs = dayMs;

/** Before anything is learned. */
export const unknownGame: KnownGame = { itemOf: unknownItem, isSpecial: () => null };

function unknownItem(id: number): NamedItem {
  return { name: `Unknown (${id})`, ge_price: 0, ha_price: 0 };
}

/** What stands in the two maps, which may change. */
export function gameOf(
  items: ReadonlyMap<number, KnownItem>,
  worlds: ReadonlyMap<number, KnownWorld>,
  clock: Clock,
): KnownGame {
  return {
    itemOf: (id) => {
      const known = items.get(id);
      const unknown = unknownItem(id);
      if (known === undefined) return unknown;
      const { name, ge_price: gePrice, ha_price: haPrice } = known;
      return { name: name ?? unknown.name, ge_price: gePrice ?? 0, ha_price: haPrice ?? 0 };
    },
    isSpecial: (world) => {
      const known = worlds.get(world);
      if (known === undefined) return null;
      return known.of_file || clock() - known.said_at < worldKnownMs ? known.special : null;
    },
  };
}

/**
 * What is known of an item after a report; null when it teaches nothing. The newest report counts, but what a file said
 * stays: a name and a high-alchemy price until a file says another, a guide price for a week.
 */
export function learnedItem(known: KnownItem | undefined, said: ItemSaid, clock: Clock): KnownItem | null {
  const { id, name, ge_price: gePrice, ha_price: haPrice } = said;
  if (id > itemIdMax) return null;
  if (known === undefined) {
    if ((name === null || name === '') && gePrice === null && haPrice === null) return null;
    return {
      ...said,
      name: name || null,
      name_of_file: false,
      ha_price_of_file: false,
      ge_price_of_file_at: null,
    };
  }
  const newName = name !== null && name !== '' && name !== known.name && !known.name_of_file;
  const newHaPrice = haPrice !== null && haPrice !== known.ha_price && !known.ha_price_of_file;
  const newGePrice = gePrice !== null && gePrice !== known.ge_price && !hasFilePrice(known, clock);
  if (!newName && !newHaPrice && !newGePrice) return null;
  return {
    ...known,
    name: newName ? name : known.name,
    ha_price: newHaPrice ? haPrice : known.ha_price,
    ge_price: newGePrice ? gePrice : known.ge_price,
    ge_price_of_file_at: newGePrice ? null : known.ge_price_of_file_at,
  };
}

function hasFilePrice({ ge_price_of_file_at: at }: KnownItem, clock: Clock): boolean {
  return at !== null && clock() - at < filePriceMs;
}

/** What is known of a world after a report; null when it teaches nothing. The newest word counts, a file's or a report's. */
export function learnedWorld(
  known: KnownWorld | undefined,
  world: number,
  special: boolean,
  now: number,
): KnownWorld | null {
  if (world > knownWorldMax) return null;
  if (known?.special === special && (known.of_file || now - known.said_at < worldAgainMs)) return null;
  return { world, special, of_file: false, said_at: now };
}
