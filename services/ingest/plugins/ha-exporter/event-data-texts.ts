import { elementsOf, membersOf, type TextSpan } from '../../../../shared/json-text.ts';
import { boundedEventData } from '../../reading/bound-event-data.ts';
import type { HaEvent } from './message.ts';

/**
 * For each element: the text as sent, with only this element in the plugin's list. A note replaces
 * a text over 16 KiB (rules/visibility.md#event-data).
 */
export function eventDataTexts(event: HaEvent): string[] {
  const { type, text, elements } = event;
  const list = type === 'levelUp' ? sentList(text) : null;
  return elements.map(({ index }) => {
    const own = list === null ? text : narrowed(text, list, index);
    return boundedEventData(own, event);
  });
}

/** Null when `data` is no list. */
function sentList(text: string): (TextSpan & { readonly elements: readonly TextSpan[] }) | null {
  const data = membersOf(text).findLast(({ key }) => key === 'data');
  return data === undefined || text[data.value.start] !== '['
    ? null
    : { ...data.value, elements: elementsOf(text, data.value.start) };
}

function narrowed(text: string, list: NonNullable<ReturnType<typeof sentList>>, index: number): string {
  const element = list.elements[index];
  const kept = element === undefined ? '' : text.slice(element.start, element.end);
  return `${text.slice(0, list.start)}[${kept}]${text.slice(list.end)}`;
}
