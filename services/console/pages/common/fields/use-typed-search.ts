import { startTransition, useEffect, useRef, useState } from 'react';
import type { HistoryEntry } from '../../state/use-address-value.ts';

const waitMs = 300;

/** Shorter words fit too many names. Enter searches them. */
export function isCompleteSearch(text: string): boolean {
  return text === '' || text.split(',').every((part) => /^\s*\d+\s*$|^\s*\S.+\S\s*$/.test(part));
}

interface Typed {
  readonly text: string;
  /** The search that the text changes. An address that somebody followed replaces the text. */
  readonly since: string;
}

export interface TypedSearch {
  /** Null while the field shows the present search. */
  readonly text: string | null;
  readonly type: (text: string) => void;
  /** Searches without a wait. */
  readonly search: () => void;
}

/**
 * Searches a text that `isComplete` accepts when nobody types for a moment. No text is searched at
 * once, so that Back after another page shows no old search. All searches up to Enter are one entry
 * of the browser’s history.
 */
export function useTypedSearch(
  present: string,
  onSearch: (text: string, entry: HistoryEntry) => void,
  isComplete: (text: string) => boolean,
): TypedSearch {
  const [typed, setTyped] = useState<Typed | null>(null);
  const text = typed?.since === present ? typed.text : null;
  const next = text?.trim() ?? present;
  const isNew = useRef(true);

  useEffect(() => {
    if (next === present || !isComplete(next)) return;
    const timer = setTimeout(
      () => {
        // The router renders a new address as a transition. The old text must not flash before.
        startTransition(() => {
          onSearch(next, isNew.current ? 'new' : 'replaced');
          isNew.current = false;
          setTyped((latest) => latest && { ...latest, since: next });
        });
      },
      next === '' ? 0 : waitMs,
    );
    return () => clearTimeout(timer);
  }, [next, present, onSearch, isComplete]);

  return {
    text,
    type: (changed) => {
      if (text === null) isNew.current = true;
      setTyped({ text: changed, since: present });
    },
    search: () =>
      startTransition(() => {
        if (next !== present) onSearch(next, isNew.current ? 'new' : 'replaced');
        setTyped(null);
      }),
  };
}
