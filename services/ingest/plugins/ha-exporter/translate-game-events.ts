import { integerWithinOrNull } from '../../../../shared/domain/integers.ts';
import {
  detailsOf,
  type GameEvent,
  type GameEventDetails,
  valueGpMax,
} from '../../../../shared/events/types/game-event-recorded.ts';
import { occurredAt, type ReportTimes } from '../../facts/correct-times.ts';
import { canonicalValue, eventIdOf } from '../../facts/event-id.ts';
import { eventLevelMax } from '../../reading/bound-event-data.ts';
import { readNumber, readText, readWords } from '../../reading/read-fields.ts';
import { asObject, type JsonObject } from '../../reading/read-value.ts';
import { eventDataTexts } from './event-data-texts.ts';
import type { HaEvent, HaEventElement, HaMessage } from './message.ts';

interface Mapping {
  readonly type: string;
  readonly details: (data: JsonObject) => Partial<GameEventDetails>;
}

/** A task of the first tier has 1 point, a task of the last tier 6 points. */
const taskTiers = ['easy', 'medium', 'hard', 'elite', 'master', 'grandmaster'];

/** Without shutdowns (plugin-protocols.md 1). */
export function translateGameEvents(message: HaMessage, accountId: string, times: ReportTimes): GameEvent[] {
  return message.events
    .filter((event) => !isShutdown(event))
    .flatMap((event) => {
      const texts = eventDataTexts(event);
      return event.elements.map((element, index) => ({
        ...typeAndDetails(event.type, element.data),
        event_id: eventIdOf(idParts(accountId, event, element, message.sent)),
        occurred_at: occurredAt(event.timestamp, times),
        special_world: message.player.specialWorld ?? false,
        data: texts[index] ?? '{}',
        ...(event.eventId === null && timeOf(event, message.sent) === null && ({ undated: true } as const)),
      }));
    });
}

export function isShutdown({ type }: HaEvent): boolean {
  return type === 'clientShutdown';
}

/**
 * See plugin-protocols.md 1, Event identity. Equal events without an id and a time get the same id.
 */
function idParts(
  accountId: string,
  event: HaEvent,
  { index, data }: HaEventElement,
  sent: number | null,
): readonly unknown[] {
  return event.eventId !== null
    ? [accountId, event.eventId, index]
    : [accountId, event.type, canonicalValue(data), timeOf(event, sent), index];
}

/** By the PC's clock. Only a resend has the same time. */
function timeOf({ timestamp }: HaEvent, sent: number | null): number | null {
  return timestamp ?? sent;
}

function typeAndDetails(pluginType: string, sent: unknown) {
  const data = asObject(sent) ?? {};
  const mapping = mappingOf(pluginType, data);
  if (mapping === undefined) return { ...detailsOf({}), type: pluginType };
  return { ...detailsOf(mapping.details(data)), type: mapping.type };
}

function mappingOf(pluginType: string, data: JsonObject): Mapping | undefined {
  if (pluginType === 'loot' && isPlayerLoot(data)) return mappings.get('pkLoot');
  return mappings.get(pluginType);
}

/** Plain loot of a killed player comes directly, or from the chest that collects it. */
function isPlayerLoot(data: JsonObject): boolean {
  return data.type === 'PLAYER' || asObject(data.source)?.text === 'Loot Chest';
}

const mappings = new Map<string, Mapping>([
  ['loot', { type: 'loot', details: lootDetails }],
  ['pkLoot', { type: 'pk_loot', details: lootDetails }],
  [
    'death',
    {
      type: 'death',
      details: (data) => ({ value_gp: amount(data.valueLost), npc_id: readNumber(data.killerNpcId) }),
    },
  ],
  [
    'levelUp',
    {
      type: 'level_up',
      details: (data) => ({
        skill: readText(data.skill),
        level: integerWithinOrNull(data.level, 1, eventLevelMax),
      }),
    },
  ],
  [
    'collectionLog',
    {
      type: 'collection_log',
      details: (data) => ({ item_id: readNumber(data.itemId), value_gp: amount(data.value) }),
    },
  ],
  ['superiorSpawn', { type: 'superior_spawn', details: (data) => ({ npc_id: readNumber(data.npcId) }) }],
  ['achievementDiary', { type: 'achievement_diary', details: (data) => ({ tier: readWords(data.tier) }) }],
  ['combatTask', { type: 'combat_task', details: taskDetails }],
]);

function lootDetails(data: JsonObject): Partial<GameEventDetails> {
  return {
    value_gp: amount(data.totalValue),
    item_id: readNumber(asObject(data.highestValueItem)?.id),
    npc_id: readNumber(data.npcId),
  };
}

function taskDetails(data: JsonObject): Partial<GameEventDetails> {
  const name = readWords(data.tier);
  const place = taskTiers.indexOf(name?.trim().toLowerCase() ?? '');
  return { tier: name, points: place === -1 ? null : place + 1 };
}

function amount(value: unknown): number | null {
  return integerWithinOrNull(value, 0, valueGpMax);
}
