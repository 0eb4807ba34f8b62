import { useLayoutEffect, useRef } from 'react';
import type { Store } from '../../state/store.ts';

interface Props {
  readonly className: string;
  readonly text: Store<string>;
  readonly write?: (element: HTMLElement, text: string) => void;
}

/** Writes without React, because a render of one row makes React walk the whole list. */
export function LiveText({ className, text, write = writeText }: Props) {
  const element = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const update = () => {
      if (element.current !== null) write(element.current, text.get());
    };
    update();
    return text.subscribe(update);
  }, [text, write]);
  return <span ref={element} className={className} />;
}

function writeText(element: HTMLElement, text: string): void {
  element.textContent = text;
  element.title = text;
}

/** A bar. @param hp like `26/43` */
export function writeHealth(bar: HTMLElement, hp: string): void {
  writeText(bar, hp && `${hp} hit points`);
  const [current = 0, max = 1] = hp.split('/').map(Number);
  bar.style.setProperty('--health', `${(100 * current) / max}%`);
}
