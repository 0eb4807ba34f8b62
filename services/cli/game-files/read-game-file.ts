import { createReadStream } from 'node:fs';
import { integerWithinOrNull } from '../../../shared/domain/integers.ts';
import { quantityMax } from '../../../shared/domain/item.ts';
import { isJsonObject } from '../../../shared/domain/json-object.ts';
import { itemTextLengthMax, nameLengthMax, storableText } from '../../../shared/domain/text.ts';
import { isSpecialWorld } from '../../../shared/domain/world.ts';
import { messageOf, OperatorError } from '../../../shared/errors/errors.ts';
import { type ItemDetails, itemIdMax, type KnownWorld, knownWorldMax } from '../../ingest/game/known-game.ts';

/** A file about the game (operations.md, Files of the game). */
export interface GameFile {
  readonly kind: 'items' | 'prices' | 'worlds';
  /** One item per id; the last entry of an id in the file counts. */
  readonly items: readonly ItemDetails[];
  readonly worlds: readonly Pick<KnownWorld, 'world' | 'special'>[];
  readonly skipped: readonly SkippedEntry[];
}

export interface SkippedEntry {
  /** Its position in a list, from 1, or its key. */
  readonly entry: string;
  readonly reason: string;
}

/** Twenty times the size of the largest known file. */
const fileBytesMax = 16 * 1_048_576;
const typesMax = 100;
/** The share of an item's value that high alchemy pays. */
const highAlchemyShare = 0.6;

/** @throws OperatorError `unreadable_file`, `not_game_data` */
export async function readGameFile(path: string): Promise<GameFile> {
  return parseGameFile(await readText(path));
}

async function readText(path: string): Promise<string> {
  try {
    const chunks: Buffer[] = [];
    // Reads at most one byte too many, which shows that the file is too large.
    for await (const chunk of createReadStream(path, { end: fileBytesMax })) chunks.push(chunk);
    const bytes = Buffer.concat(chunks);
    if (bytes.length > fileBytesMax) throw new Error(`it is larger than ${fileBytesMax / 1_048_576} MiB`);
    return bytes.toString();
  } catch (error) {
    throw new OperatorError('unreadable_file', `${path} cannot be read: ${messageOf(error)}`, {
      cause: error,
    });
  }
}

/** Detects the kind of a file by its structure. @throws OperatorError `not_game_data` */
export function parseGameFile(text: string): GameFile {
  const json = parsed(text);
  if (Array.isArray(json)) {
    const { found, skipped } = usable(numbered(json), readItem);
    return { kind: 'items', items: found, worlds: [], skipped };
  }
  if (isJsonObject(json) && isJsonObject(json.data)) {
    const { found, skipped } = usable(Object.entries(json.data), readPrice);
    return { kind: 'prices', items: found, worlds: [], skipped };
  }
  if (isJsonObject(json) && Array.isArray(json.worlds)) {
    const { found, skipped } = usable(numbered(json.worlds), readWorld);
    return { kind: 'worlds', items: [], worlds: found, skipped };
  }
  throw notGameData('it is not a list of items, {"data":{"<id>":{"high":..,"low":..}}} or {"worlds":[..]}');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw notGameData('it is not JSON');
  }
}

function notGameData(why: string): OperatorError {
  return new OperatorError('not_game_data', `nothing was loaded from the file: ${why}`);
}

function numbered(list: readonly unknown[]): [string, unknown][] {
  return list.map((entry, index) => [String(index + 1), entry]);
}

/** `read` returns the reason when it cannot use an entry. */
function usable<Entry extends { readonly id: number } | { readonly world: number }>(
  entries: readonly (readonly [string, unknown])[],
  read: (value: Readonly<Record<string, unknown>>, key: string) => Entry | string,
): { readonly found: readonly Entry[]; readonly skipped: readonly SkippedEntry[] } {
  const found = new Map<number, Entry>();
  const skipped: SkippedEntry[] = [];
  for (const [entry, value] of entries) {
    const result = isJsonObject(value) ? read(value, entry) : 'it is not an object';
    if (typeof result === 'string')
      skipped.push({ entry: storableText(entry, nameLengthMax), reason: result });
    else found.set('id' in result ? result.id : result.world, result);
  }
  return { found: [...found.values()], skipped };
}

const noItemId = `its id is not a whole number from 0 to ${itemIdMax}`;

/** An item of the OSRS Wiki's mapping: `{id, name, value, highalch}`. */
function readItem({ id: sentId, name: sent, highalch, value }: Readonly<Record<string, unknown>>) {
  const id = integerWithinOrNull(sentId, 0, itemIdMax);
  if (id === null) return noItemId;
  const name = typeof sent === 'string' ? storableText(sent, itemTextLengthMax).trim() : '';
  if (name === '') return 'it has no name';
  const worth = integerWithinOrNull(value, 0, quantityMax);
  const ofWorth = worth === null ? null : Math.floor(worth * highAlchemyShare);
  return { id, name, ge_price: null, ha_price: integerWithinOrNull(highalch, 0, quantityMax) ?? ofWorth };
}

/** The mean of both latest trades, or the only price. */
function readPrice({ high, low }: Readonly<Record<string, unknown>>, key: string) {
  const id = /^\d{1,9}$/.test(key) ? integerWithinOrNull(Number(key), 0, itemIdMax) : null;
  if (id === null) return noItemId;
  const prices = [high, low].flatMap((price) => integerWithinOrNull(price, 0, quantityMax) ?? []);
  if (prices.length === 0) return 'it has no price';
  const mean = Math.round(prices.reduce((sum, price) => sum + price, 0) / prices.length);
  return { id, name: null, ge_price: mean, ha_price: null };
}

/** A world of the client's list: `{id, types: ["MEMBERS", ..]}`. */
function readWorld({ id, types }: Readonly<Record<string, unknown>>) {
  const world = integerWithinOrNull(id, 1, knownWorldMax);
  if (world === null) return `its id is not a whole number from 1 to ${knownWorldMax}`;
  if (!Array.isArray(types)) return 'it has no types';
  const names = types.slice(0, typesMax).filter((type): type is string => typeof type === 'string');
  return { world, special: isSpecialWorld(names) };
}
