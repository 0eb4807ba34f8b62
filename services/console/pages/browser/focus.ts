import { type RefCallback, type RefObject, useEffect, useRef } from 'react';

function firstField(opened: HTMLElement): HTMLElement | null {
  return opened.querySelector<HTMLElement>(':is(input, select, textarea):enabled');
}

/**
 * Focuses a field of an opened part, or the part itself. On close, the button that opened the part
 * gets the focus back, unless the focus has moved.
 * @param fieldOf default: the first field
 */
export function useFocusOnOpen<Opened extends HTMLElement>(
  fieldOf: (opened: HTMLElement) => HTMLElement | null = firstField,
): RefObject<Opened | null> {
  const opened = useRef<Opened>(null);
  const opener = useRef<Element | null>(null);
  useEffect(() => {
    opener.current ??= document.activeElement;
    focusOn((opened.current && fieldOf(opened.current)) ?? opened.current);
    return () => {
      if (isFocusLost() && opener.current instanceof HTMLElement) focusOn(opener.current);
    };
  }, [fieldOf]);
  return opened;
}

interface FocusReturn {
  readonly openerRef: RefCallback<HTMLElement>;
  /** Called before the button comes back. */
  readonly returnFocus: () => void;
}

/** Gives a button its focus back after the part that replaced it is closed. */
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

export function focusOn(element: HTMLElement | null): void {
  element?.focus();
}

/** For a focused part that disappears without a replacement. */
export function focusOnPage(): void {
  focusNonInteractive(document.getElementById('content'), { preventScroll: true });
}

export function focusNonInteractive(place: HTMLElement | null, options: FocusOptions): void {
  if (place === null) return;
  place.tabIndex = -1;
  // Otherwise every press next to a button would focus the element.
  place.addEventListener('blur', () => place.removeAttribute('tabindex'), { once: true });
  place.focus(options);
}

/** Whether the focused element is gone or disabled. */
export function isFocusLost(): boolean {
  const { activeElement } = document;
  return activeElement === null || activeElement === document.body;
}
