import { useState } from 'react';

/** `parse` returns null for invalid stored values. */
export function useRemembered<Value>(
  name: string,
  byDefault: Value,
  parse: (stored: unknown) => Value | null,
): [Value, (value: Value) => void] {
  const place = `hub-${name}`;
  const [value, setValue] = useState(() => parse(storedAt(place)) ?? byDefault);
  const remember = (next: Value) => {
    setValue(next);
    localStorage.setItem(place, JSON.stringify(next));
  };
  return [value, remember];
}

function storedAt(place: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(place) ?? 'null');
  } catch {
    return null;
  }
}
