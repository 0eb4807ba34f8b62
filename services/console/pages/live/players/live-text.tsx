import { useLayoutEffect, useRef } from 'react';
import type { Store } from '../../state/store.ts';

interface Props {
  readonly className: string;
  readonly text: Store<string>;
}

/**
 * A text that polls change, written past React: to render one row of a list again, React walks all of them, which of 500 took
 * a fifth of a poll.
 */
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
