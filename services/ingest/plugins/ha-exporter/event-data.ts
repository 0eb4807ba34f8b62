import { elementsOf, membersOf, type TextSpan } from '../../../../shared/json-text.ts';
import { eventDataBytesMax } from '../../receive/facts.ts';
import type { ReportedEvent } from './message.ts';

/**
 * Of each element the event that is passed through, as sent: where the plugin sends a list, cut to an array of that element.
 * At most 16 KiB (decisions.md, Event `data`).
 */
export function eventDataTexts(event: ReportedEvent): string[] {
  const { type, eventId, timestamp, text, elements } = event;
  const list = type === 'levelUp' ? sentList(text) : null;
  return elements.map(({ index }) => {
    const own = list === null ? text : narrowed(text, list, index);
    if (Buffer.byteLength(own) <= eventDataBytesMax) return own;
    return JSON.stringify({ type, eventId, timestamp, dropped: 'data over 16 KiB' });
  });
}

/** Where the list is that the plugin sent as `data`, and its elements; null when it sent none. */
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
