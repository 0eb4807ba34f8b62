import { useState } from 'react';

/** A choice of the viewer's that the next visit finds again; `parse` refuses what it does not know with null. */
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
