import { useSyncExternalStore } from 'react';

const query = matchMedia('(max-width: 820px)');

/** Whether the window has the width of a phone, as in the styles. */
export function useIsNarrow(): boolean {
  return useSyncExternalStore(follow, () => query.matches);
}

function follow(onChange: () => void) {
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}
