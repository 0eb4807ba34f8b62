import { useEffect, useRef } from 'react';
import { focusOn, isFocusLost } from '../browser/focus.ts';

/** The thing that opened last is at the end. */
const opened: (() => void)[] = [];

/**
 * Escape closes the open thing of the live page that opened last. The element that opened the thing
 * gets the focus back, unless the focus is elsewhere.
 */
export function useCloseByEscape(isOpen: boolean, close: () => void): void {
  const latest = useRef(close);
  latest.current = close;
  useEffect(() => {
    if (!isOpen) return;
    const opener = document.activeElement;
    const closeLatest = () => latest.current();
    opened.push(closeLatest);
    const onKey = (event: KeyboardEvent) => {
      if (opened.at(-1) !== closeLatest || event.defaultPrevented || !isEscapeOnMap(event)) return;
      event.preventDefault();
      closeLatest();
    };
    addEventListener('keydown', onKey);
    return () => {
      removeEventListener('keydown', onKey);
      opened.splice(opened.indexOf(closeLatest), 1);
      if (isFocusLost() && opener instanceof HTMLElement) focusOn(opener);
      if (isFocusLost()) focusOn(document.querySelector<HTMLElement>('.live-map'));
    };
  }, [isOpen]);
}

/** The body has the focus before the first press of a key. Some fields have their own Escape. */
function isEscapeOnMap({ key, target }: KeyboardEvent): boolean {
  if (key !== 'Escape' || !(target instanceof Element)) return false;
  const isOnMap = target === document.body || target.closest('.live') !== null;
  return isOnMap && !target.matches('[role="combobox"], select');
}
