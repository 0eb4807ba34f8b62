import { type RefCallback, type RefObject, useEffect, useRef } from 'react';

/**
 * For what a button beside it opens, where the button stays: its first field takes the focus, or it itself where it has
 * none and a `tabIndex`. Once it is closed, the button has the focus again, unless that has gone elsewhere meanwhile.
 */
export function useFocusOnOpen<Opened extends HTMLElement>(): RefObject<Opened | null> {
  const opened = useRef<Opened>(null);
  const opener = useRef<Element | null>(null);
  useEffect(() => {
    opener.current ??= document.activeElement;
    const field = opened.current?.querySelector<HTMLElement>(':is(input, select, textarea):enabled');
    focusOn(field ?? opened.current);
    return () => {
      if (isFocusLost() && opener.current instanceof HTMLElement) focusOn(opener.current);
    };
  }, []);
  return opened;
}

interface FocusReturn {
  /** The `ref` of the button. */
  readonly openerRef: RefCallback<HTMLElement>;
  /** The button is about to come back. */
  readonly returnFocus: () => void;
}

/** For a button in whose place something opens: once it is there again, it has the focus. */
export function useFocusReturn(): FocusReturn {
  const due = useRef(false);
  return {
    openerRef: (button) => {
      if (button === null || !due.current) return;
      due.current = false;
      if (isFocusLost()) focusOn(button);
    },
    returnFocus: () => {
      due.current = true;
    },
  };
}

/** Whoever uses the keyboard goes on from here. */
export function focusOn(element: HTMLElement | null): void {
  element?.focus();
}

/** For what is gone with nothing in its place: the keyboard goes on from the beginning of the page. */
export function focusOnPage(): void {
  focusNonInteractive(document.getElementById('content'), { preventScroll: true });
}

/** Gives the focus to what takes none by itself. */
export function focusNonInteractive(place: HTMLElement | null, options: FocusOptions): void {
  if (place === null) return;
  place.tabIndex = -1;
  // Or every press beside a button would give it the focus.
  place.addEventListener('blur', () => place.removeAttribute('tabindex'), { once: true });
  place.focus(options);
}

/** What had the focus is gone or disabled. */
export function isFocusLost(): boolean {
  const { activeElement } = document;
  return activeElement === null || activeElement === document.body;
}
