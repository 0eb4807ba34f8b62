import type { Clock } from '../../../shared/clock.ts';
import { dayMs, minuteMs } from '../../../shared/domain/durations.ts';
import { unknownItemName } from '../../../shared/domain/item.ts';
import { otherIdOf } from '../../../shared/domain/worn-items.ts';

/** Known items and worlds, for plugins that send ids only. */
export interface KnownGame {
  /** `Unknown (12345)` at price 0 for an item that was never shown. */
  itemOf(id: number): NamedItem;
  /** Case does not matter. Null for an unknown name, and for a name of several items. */
  idOfItem(name: string): number | null;
  /** Whether the player is another character there; null when the hub does not know. */
  isSpecial(world: number): boolean | null;
}

export interface NamedItem {
  readonly name: string;
  /** Gp for one item. */
  readonly ge_price: number;
  readonly ha_price: number;
}

/** Null for a detail that the report or file does not show. */
export interface ItemDetails {
  readonly id: number;
  readonly name: string | null;
  readonly ge_price: number | null;
  readonly ha_price: number | null;
}

/** The added fields mark details of a file, which reports must not overwrite. */
export interface KnownItem extends ItemDetails {
  readonly name_of_file: boolean;
  readonly ha_price_of_file: boolean;
  /** Epoch ms. */
  readonly ge_price_of_file_at: number | null;
  /** The account and the member whose report gave the name; empty for the name of a file. */
  readonly named_by: readonly string[];
}

export interface KnownWorld {
  readonly world: number;
  readonly special: boolean;
  readonly of_file: boolean;
  /** Epoch ms. */
  readonly said_at: number;
}

/** Larger ids are not learned, so that invented items cannot fill the memory. */
export const itemIdMax = 65_535;
export const knownWorldMax = 4_095;

/** A world may change its type each week. */
const worldKnownMs = 7 * dayMs;
/** Reports do not overwrite the guide price of a file for this time. */
export const filePriceMs = 7 * dayMs;
const indexNamesAgainAfterMs = minuteMs;
/** A known world is stored again after this time, so that it stays known. */
const repeatWorldAfterMs = dayMs;

export const emptyGame: KnownGame = { itemOf: unknownItem, idOfItem: () => null, isSpecial: () => null };

function unknownItem(id: number): NamedItem {
  return { name: unknownItemName(id), ge_price: 0, ha_price: 0 };
}

/** @param items by id; the maps may change later */
export function createKnownGame(
  items: ReadonlyMap<number, KnownItem>,
  worlds: ReadonlyMap<number, KnownWorld>,
  clock: Clock,
): KnownGame {
  return {
    idOfItem: createNameIndex(items, clock),
    itemOf: (id) => {
      const known = items.get(id) ?? items.get(otherIdOf(id) ?? id);
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

/** The index is built again once a minute while it is used, because reports add items. */
function createNameIndex(
  items: ReadonlyMap<number, KnownItem>,
  clock: Clock,
): (name: string) => number | null {
  let index: ReadonlyMap<string, number | null> = new Map();
  let builtAt = Number.NEGATIVE_INFINITY;
  return (name) => {
    if (Math.abs(clock() - builtAt) >= indexNamesAgainAfterMs) {
      index = idsByName(items);
      builtAt = clock();
    }
    return index.get(name.toLowerCase()) ?? null;
  };
}

function idsByName(items: ReadonlyMap<number, KnownItem>): ReadonlyMap<string, number | null> {
  const ids = new Map<string, number | null>();
  for (const { id, name } of items.values()) {
    const key = name?.toLowerCase() ?? '';
    if (key !== '') ids.set(key, ids.has(key) ? null : id);
  }
  return ids;
}

/**
 * The known item after a report; null when nothing is new. The name and the high-alchemy price of a
 * file stay until another file, the guide price for a week.
 * @param reporters the ids of the member who reports, and of the account when it is known
 */
export function learnedItem(
  known: KnownItem | undefined,
  shown: ItemDetails,
  reporters: readonly string[],
  clock: Clock,
): KnownItem | null {
  const { id, name, ge_price: gePrice, ha_price: haPrice } = shown;
  if (id > itemIdMax) return null;
  if (known === undefined) {
    if ((name === null || name === '') && gePrice === null && haPrice === null) return null;
    return {
      ...shown,
      name: name || null,
      name_of_file: false,
      ha_price_of_file: false,
      ge_price_of_file_at: null,
      named_by: name ? reporters : [],
    };
  }
  const isNewName = name !== null && name !== '' && name !== known.name && !known.name_of_file;
  const isNewHaPrice = haPrice !== null && haPrice !== known.ha_price && !known.ha_price_of_file;
  const isNewGePrice = gePrice !== null && gePrice !== known.ge_price && !hasFilePrice(known, clock);
  if (!isNewName && !isNewHaPrice && !isNewGePrice) return null;
  return {
    ...known,
    name: isNewName ? name : known.name,
    named_by: isNewName ? reporters : known.named_by,
    ha_price: isNewHaPrice ? haPrice : known.ha_price,
    ge_price: isNewGePrice ? gePrice : known.ge_price,
    ge_price_of_file_at: isNewGePrice ? null : known.ge_price_of_file_at,
  };
}

function hasFilePrice({ ge_price_of_file_at: at }: KnownItem, clock: Clock): boolean {
  return at !== null && clock() - at < filePriceMs;
}

/** The known world after a report; null when nothing is new. */
export function learnedWorld(
  known: KnownWorld | undefined,
  world: number,
  special: boolean,
  now: number,
): KnownWorld | null {
  if (world > knownWorldMax) return null;
  if (known?.special === special && (known.of_file || now - known.said_at < repeatWorldAfterMs)) return null;
  return { world, special, of_file: false, said_at: now };
}
