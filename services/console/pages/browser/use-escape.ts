import { useEffect } from 'react';

/** Escape anywhere on the page closes the part. */
export function useEscape(close: () => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && !event.defaultPrevented && close();
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  });
}
