import { itemsMax } from '../../../../shared/domain/item.ts';
import { itemTextLengthMax, textLengthMax } from '../../../../shared/domain/text.ts';
import { readNumber, readWords } from '../../reading/read-fields.ts';
import { readStoredItems, type StoredItem } from '../../reading/read-stored-items.ts';
import { asObject, type JsonObject, readOptional } from '../../reading/read-value.ts';
import type { SkipCounter } from '../../reading/skip-counter.ts';

export type RseyeEvent = RseyeLoot | RseyeQuest | { readonly type: 'death' };

export interface RseyeLoot {
  readonly type: 'loot' | 'pk_loot';
  /** `NPC`, `Player`, or the name of a chest. */
  readonly lootType: string;
  readonly entityId: number | null;
  readonly entityName: string | null;
  /** At least one. */
  readonly items: readonly StoredItem[];
}

export interface RseyeQuest {
  readonly type: 'QUEST';
  readonly questName: string;
  readonly questId: number | null;
  readonly questPoints: number | null;
}

const readers = {
  loot_update: readLoot,
  death_update: (): RseyeEvent[] => [{ type: 'death' }],
  quest_update: readQuests,
} as const satisfies Record<string, (body: JsonObject, skip: SkipCounter) => RseyeEvent[]>;

export type EventKind = keyof typeof readers;

export function isEventKind(kind: unknown): kind is EventKind {
  return typeof kind === 'string' && Object.hasOwn(readers, kind);
}

/**
 * After each login, hop and loaded region the plugin sends the states of all quests. A list of at
 * most this many states has changes only.
 */
const questChangesMax = 20;

/** An empty chest and a list of all quests have no events. Unusable events are counted. */
export function readRseyeEvents(kind: EventKind, body: JsonObject, skip: SkipCounter): RseyeEvent[] {
  return readers[kind](body, skip);
}

function readLoot({ lootType: sentType, entityId, entityName, items: sent }: JsonObject, skip: SkipCounter) {
  const lootType = readWords(sentType, itemTextLengthMax);
  const items = readOptional(sent, 'event', skip, (list) => readStoredItems(list, itemsMax, skip)) ?? [];
  if (items.length === 0) return [];
  if (lootType === null) {
    skip('event');
    return [];
  }
  const type = lootType === 'Player' ? ('pk_loot' as const) : ('loot' as const);
  const id = readNumber(entityId);
  return [{ type, lootType, entityId: id, entityName: readWords(entityName, textLengthMax), items }];
}

function readQuests({ questPoints: sentPoints, questChanges }: JsonObject, skip: SkipCounter): RseyeQuest[] {
  if (!Array.isArray(questChanges) || questChanges.length > questChangesMax) return [];
  const questPoints = readNumber(sentPoints);
  const finished = questChanges
    .map((sent) => asObject(sent) ?? {})
    .filter(({ state }) => state === 'FINISHED');
  const quests = finished.flatMap(({ id, name }) => {
    const questName = readWords(name, itemTextLengthMax);
    const questId = readNumber(id);
    return questName === null ? [] : [{ type: 'QUEST' as const, questName, questId, questPoints }];
  });
  skip('event', finished.length - quests.length);
  return quests;
}
