import { eventDataBytesMax } from '../../receive/facts.ts';
import type { ReportedEvent } from './message.ts';
import { asObject } from './read-value.ts';

/**
 * The event data that is passed through, as JSON text: as sent, but always an object, which is what the API promises
 * (read-api.md 2.10), of at most 16 KiB, and without `__proto__` keys. NUL and lone surrogates stay, escaped as JSON has it.
 */
export function eventDataText(data: unknown, { type, eventId, timestamp }: ReportedEvent): string {
  const text = JSON.stringify(
    withoutPrototypeKeys(asObject(data) ?? (data === undefined ? {} : { value: data })),
  );
  if (Buffer.byteLength(text) <= eventDataBytesMax) return text;
  return JSON.stringify({ type, eventId, timestamp, dropped: 'data over 16 KiB' });
}

/** Nesting was bounded before the body was parsed. */
function withoutPrototypeKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutPrototypeKeys);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key !== '__proto__')
      .map(([key, entry]) => [key, withoutPrototypeKeys(entry)]),
  );
}
