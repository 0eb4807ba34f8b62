import { integerWithinOrNull } from '../../../../shared/domain/integers.ts';
import type { SentHoldings } from '../../facts/facts.ts';
import {
  bankItemsMax,
  collectionItemsMax,
  readItemPairs,
  type StoredItem,
} from '../../reading/read-stored-items.ts';
import { type JsonObject, readOptional } from '../../reading/read-value.ts';
import type { SkipCounter, SkippedKind } from '../../reading/skip-counter.ts';

/** Far above the sizes in the game. */
const storageItemsMax = 1_000;
const pouchItemsMax = 10;
/** The game has about 220 quests; the plugin knows 62 variables of diaries. */
const questsMax = 1_000;
const variablesMax = 500;
const questStateMax = 2;
/** Signed 32 bits. */
const [variableMin, variableMax] = [-2_147_483_648, 2_147_483_647];

/**
 * Ids are canonical: the plugin never sends noted items and placeholders. The field `deposited` is
 * ignored, because it has only the items that went into a deposit box.
 */
export function readHoldings(body: JsonObject, skip: SkipCounter): SentHoldings {
  const itemsOf = (field: string, kind: SkippedKind, max: number) =>
    readOptional(body[field], kind, skip, (sent) => asItems(readItemPairs(sent, max, skip)));
  return {
    bank: itemsOf('bank', 'bank', bankItemsMax),
    'shared-storage': itemsOf('shared_bank', 'shared_bank', storageItemsMax),
    'seed-vault': itemsOf('seed_vault', 'seed_vault', storageItemsMax),
    'potion-storage': itemsOf('potion_storage', 'potion_storage', storageItemsMax),
    'rune-pouch': itemsOf('rune_pouch', 'rune_pouch', pouchItemsMax),
    quiver: itemsOf('quiver', 'quiver', pouchItemsMax),
    'collection-log': itemsOf('collection_log_v2', 'collection_log', collectionItemsMax),
    quests: readOptional(body.quests, 'quests', skip, (sent) => {
      const states = readIntegers(sent, { max: questsMax, from: 0, to: questStateMax });
      return states === null ? null : { states };
    }),
    diaries: readOptional(body.diary_vars, 'diaries', skip, (sent) => {
      const variables = readIntegers(sent, { max: variablesMax, from: variableMin, to: variableMax });
      return variables === null ? null : { variables };
    }),
  };
}

function asItems(items: StoredItem[] | null): { readonly items: StoredItem[] } | null {
  return items === null ? null : { items };
}

/** Null unless all values are usable, because each place means another quest or variable. */
function readIntegers(
  value: unknown,
  { max, from, to }: { readonly max: number; readonly from: number; readonly to: number },
): number[] | null {
  if (!Array.isArray(value) || value.length === 0 || value.length > max) return null;
  const numbers = value.map((sent) => integerWithinOrNull(sent, from, to)).filter((sent) => sent !== null);
  return numbers.length === value.length ? numbers : null;
}
