import { useCallback } from 'react';
import { useSearchParams } from 'react-router';

/** A new value, or how it follows from the present value. */
type Change = string | ((present: string) => string);

/** The browser’s “Back” returns to the value before a new entry. */
export type HistoryEntry = 'replaced' | 'new';
type SetValue = (change: Change, entry?: HistoryEntry) => void;

/** Whether a change of the present press has added an entry. */
let hasAddedEntry = false;

/** A press that changes several values is one step back. */
function joinPress(entry: HistoryEntry): HistoryEntry {
  if (entry === 'replaced' || hasAddedEntry) return 'replaced';
  hasAddedEntry = true;
  queueMicrotask(() => {
    hasAddedEntry = false;
  });
  return 'new';
}

/**
 * The default is not written into the address. Values that are typed, sorted or moved pass
 * `replaced`, because each small change would be a step back.
 */
export function useAddressValue(
  name: string,
  byDefault: string,
  usual: HistoryEntry = 'new',
): [string, SetValue] {
  const [search, setSearch] = useSearchParams();
  const set = useCallback(
    (change: Change, entry: HistoryEntry = usual) => {
      // Reads the window's address: the router's address is older, and would lose the first of two
      // changes.
      const next = new URLSearchParams(location.search);
      const present = next.get(name) ?? byDefault;
      const value = typeof change === 'string' ? change : change(present);
      if (value === present) return;
      if (value === byDefault) next.delete(name);
      else next.set(name, value);
      setSearch(next, { replace: joinPress(entry) === 'replaced' });
    },
    [setSearch, name, byDefault, usual],
  );
  return [search.get(name) ?? byDefault, set];
}

/** Other text in the address gives the default. */
export function useAddressChoice<Choice extends string>(
  name: string,
  choices: readonly [Choice, ...Choice[]],
  byDefault = choices[0],
): [Choice, (value: Choice) => void] {
  const [text, set] = useAddressValue(name, byDefault);
  return [choices.find((choice) => choice === text) ?? byDefault, set];
}

export function useAddressIds(
  name: string,
  max: number,
  byDefault = '',
): [readonly string[], (ids: readonly string[], entry?: HistoryEntry) => void, isGiven: boolean] {
  const [text, set] = useAddressValue(name, byDefault);
  const ids = text.split(',').filter((id) => /^[0-9A-Za-z]{1,64}$/.test(id));
  const setIds = (next: readonly string[], entry?: HistoryEntry) => set(next.slice(0, max).join(','), entry);
  return [[...new Set(ids)].slice(0, max), setIds, text !== byDefault];
}
