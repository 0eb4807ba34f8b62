import { useCallback } from 'react';
import { useSearchParams } from 'react-router';

/** One value in the address, so that what somebody sees can be sent to somebody else. The default is not written. */
export function useAddressValue(name: string, byDefault: string): [string, (value: string) => void] {
  const [search, setSearch] = useSearchParams();
  const set = useCallback(
    (value: string) => {
      // Of the window: the router's own is that of the last render, so of two values set at once it would lose the first.
      const next = new URLSearchParams(location.search);
      if (value === byDefault) next.delete(name);
      else next.set(name, value);
      setSearch(next, { replace: true });
    },
    [setSearch, name, byDefault],
  );
  return [search.get(name) ?? byDefault, set];
}

/** A value of a fixed list; anything else in the address is the default. */
export function useAddressChoice<Choice extends string>(
  name: string,
  choices: readonly [Choice, ...Choice[]],
  byDefault = choices[0],
): [Choice, (value: Choice) => void] {
  const [text, set] = useAddressValue(name, byDefault);
  return [choices.find((choice) => choice === text) ?? byDefault, set];
}

/** A list of ids, in order, at most `max`. */
export function useAddressIds(
  name: string,
  max: number,
): [readonly string[], (ids: readonly string[]) => void] {
  const [text, set] = useAddressValue(name, '');
  const ids = text.split(',').filter((id) => /^[0-9A-Za-z]{1,64}$/.test(id));
  return [[...new Set(ids)].slice(0, max), (next) => set(next.slice(0, max).join(','))];
}
