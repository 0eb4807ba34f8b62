import { eventTextOfData, storableEventText } from '../../../shared/events/event-text.ts';
import { cutText } from '../../../shared/json-text.ts';
import { eventColumns, type StoredEvent } from '../stored-event.ts';
import { findWithheld } from '../withheld.ts';

export interface DataVisibility {
  /** `location_live` or `location_history`. */
  readonly location: boolean;
  /** `activity`. */
  readonly world: boolean;
}

type EventData = Pick<StoredEvent, 'type' | 'data' | 'withheld'>;

/**
 * JSON text of the plugin, without parts that the reader is not allowed to read
 * (rules/visibility.md#event-data).
 */
export function visibleData(event: EventData, { location, world }: DataVisibility): string {
  const { data, withheld } = event.withheld === undefined ? ofFormerShape(event) : event;
  if (withheld == null || (location && world)) return data;
  const { place, world: worldCuts, both } = withheld;
  return cutText(data, location ? worldCuts : world ? place : both);
}

const besideData = eventColumns.filter((column) => column !== 'data' && column !== 'withheld');

export function isSameExceptData(one: StoredEvent, other: StoredEvent): boolean {
  const [a, b]: Readonly<Record<string, unknown>>[] = [one, other];
  return besideData.every((column) => a?.[column] === b?.[column]);
}

/** Tables of 0.1.0 are served until the tables of this release are built. */
function ofFormerShape({ type, data }: EventData): EventData {
  const text = storableEventText(eventTextOfData(type, data));
  return { type, data: text, withheld: findWithheld(text) };
}
