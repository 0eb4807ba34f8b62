import { createHash } from 'node:crypto';
import type { EventSource } from '../../../shared/events/event.ts';
import { payloadOf, taskNameOf } from '../../../shared/events/event-payload.ts';
import type { StoredEvent } from '../stored-event.ts';
import { lootItemsOf, lootSourceOf } from './loot-content.ts';

export type ComparedColumns = Pick<
  StoredEvent,
  'type' | 'value_gp' | 'item_id' | 'skill' | 'level' | 'tier' | 'special_world' | 'data'
>;

type PartsOf = (event: ComparedColumns) => readonly unknown[] | null;

/** A plugin may send a second message for the reward of a clue, next to the message for loot. */
export const clueType = 'CLUE';

const lootParts: PartsOf = (event) => ['loot', lootSourceOf(event)];
const clueParts: PartsOf = (event) => ['loot', clueSourceOf(event)];
const taskParts: PartsOf = ({ data }) => {
  const name = taskNameOf(payloadOf(data));
  return name === null ? null : ['combat_task', name];
};
const questParts: PartsOf = ({ data }) => {
  const { questName } = payloadOf(data);
  const name = typeof questName === 'string' ? questName.trim().toLowerCase() : '';
  return name === '' ? null : ['QUEST', name];
};
/**
 * Only for special worlds, where each league begins with an empty collection log. For the normal
 * log see `collection-entries.ts`.
 */
const entryParts: PartsOf = (event) =>
  event.special_world ? ['collection_log', entryKeysOf(event).at(-1) ?? null] : null;

const readsData: ReadonlySet<PartsOf | undefined> = new Set([
  lootParts,
  clueParts,
  entryParts,
  taskParts,
  questParts,
]);

/** By type: the values that all reports of an event share; null when it is never compared. */
const compared: ReadonlyMap<string, PartsOf> = new Map<string, PartsOf>([
  ['loot', lootParts],
  ['pk_loot', lootParts],
  [clueType, clueParts],
  ['collection_log', entryParts],
  ['level_up', ({ skill, level }) => ['level_up', skill, level]],
  // Plugins price a death differently, and nobody dies twice within seconds.
  ['death', () => ['death']],
  ['superior_spawn', () => ['superior_spawn']],
  ['combat_task', taskParts],
  ['QUEST', questParts],
]);

/** Such as `clue scroll (elite)`; null without a tier. */
export function clueSourceOf({ tier }: Pick<StoredEvent, 'tier'>): string | null {
  return tier === null ? null : `clue scroll (${tier.trim().toLowerCase()})`;
}

export const comparedTypes: readonly string[] = [...compared.keys()];

export const typesComparedByData: readonly string[] = comparedTypes.filter((type) =>
  readsData.has(compared.get(type)),
);

/** The items by which loot is compared; null for other events. */
export function comparableItems(event: ComparedColumns): string | null {
  const parts = compared.get(event.type);
  return parts === lootParts || parts === clueParts ? lootItemsOf(event) : null;
}

export function isCompared(event: ComparedColumns): boolean {
  return (compared.get(event.type)?.(event) ?? null) !== null;
}

/** A short text that equal events share; null for an event that is never compared. */
export function comparableContent(event: ComparedColumns): string | null {
  const parts = compared.get(event.type)?.(event) ?? null;
  // A name from a plugin may be too long for an index.
  return parts === null ? null : shortTextOf(parts);
}

/** A plugin sends one message per event, but two for a clue, which count as two reporters. */
export function reporterOf({
  type,
  source,
}: {
  readonly type: string;
  readonly source: EventSource;
}): string {
  return type === clueType ? `${source} ${clueType}` : source;
}

/** The keys of a collection log entry by item id and by name: a plugin may know only one. */
export function entryKeysOf({ item_id, data }: Pick<StoredEvent, 'item_id' | 'data'>): readonly string[] {
  const { itemName } = payloadOf(data);
  const name = typeof itemName === 'string' ? itemName.trim().toLowerCase() : '';
  return [
    ...(item_id === null ? [] : [`id ${item_id}`]),
    ...(name === '' ? [] : [`name ${shortTextOf(name)}`]),
  ];
}

function shortTextOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 22);
}
