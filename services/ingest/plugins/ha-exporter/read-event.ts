import { storableText, textLengthMax } from '../../../../shared/domain/text.ts';
import { storableEventText } from '../../../../shared/events/event-text.ts';
import { valueGpMax } from '../../../../shared/events/types/game-event-recorded.ts';
import { asObject, asTime } from '../../reading/read-value.ts';
import type { SkipCounter } from '../../reading/skip-counter.ts';
import type { HaEvent, HaEventElement } from './message.ts';

/** Far above the levels that can rise at once. */
const elementsMax = 50;
/** Events of these types are useless without their data. */
const objectTypes = new Set([
  'loot',
  'pkLoot',
  'death',
  'levelUp',
  'collectionLog',
  'superiorSpawn',
  'achievementDiary',
  'combatTask',
]);
/** Gp. A value above `valueGpMax` is counted here, and left out by the translation. */
const valueKeys = new Map([
  ['loot', 'totalValue'],
  ['pkLoot', 'totalValue'],
  ['death', 'valueLost'],
  ['collectionLog', 'value'],
]);
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Null for an unusable entry. Unknown types are kept. */
export function readHaEvent(value: unknown, text: string, skip: SkipCounter): HaEvent | null {
  const event = asObject(value);
  if (event === null || typeof event.type !== 'string' || event.type === '') return null;
  const elements = readElements(event.type, event.data, skip);
  if (elements.length === 0) return null;
  const worth = asObject(event.data)?.[valueKeys.get(event.type) ?? ''];
  if (typeof worth === 'number' && worth > valueGpMax) skip('value');
  return {
    text: storableEventText(text),
    type: storableText(event.type, textLengthMax),
    elements,
    eventId: readEventId(event.eventId),
    timestamp: asTime(event.timestamp),
  };
}

function readElements(type: string, data: unknown, skip: SkipCounter): HaEventElement[] {
  if (type !== 'levelUp' || !Array.isArray(data)) {
    return objectTypes.has(type) && asObject(data) === null ? [] : [{ index: 0, data }];
  }
  const elements = data
    .slice(0, elementsMax)
    .map((element: unknown, index) => ({ index, data: element }))
    .filter((element) => asObject(element.data) !== null);
  if (elements.length > 0) skip('event', data.length - elements.length);
  return elements;
}

function readEventId(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const id = value.toLowerCase();
  return uuid.test(id) ? id : null;
}
