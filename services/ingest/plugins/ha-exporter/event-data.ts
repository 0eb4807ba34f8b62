import { asObject } from './read-value.ts';

/**
 * The event data that is passed through, as JSON text: as sent, but always an object, which is what the API promises
 * (read-api.md 2.10), and without `__proto__` keys. NUL and lone surrogates stay, escaped as JSON has it.
 */
export function eventDataText(data: unknown): string {
  return JSON.stringify(withoutPrototypeKeys(asObject(data) ?? (data === undefined ? {} : { value: data })));
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
