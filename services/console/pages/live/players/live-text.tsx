import { useLayoutEffect, useRef } from 'react';
import type { Store } from '../../state/store.ts';

interface Props {
  readonly className: string;
  readonly text: Store<string>;
}

/** Writes without React, because a render of one row makes React walk the whole list. */
export function LiveText({ className, text }: Props) {
  const element = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const write = () => {
      if (element.current !== null) element.current.textContent = text.get();
    };
    write();
    return text.subscribe(write);
  }, [text]);
  return <span ref={element} className={className} />;
}
