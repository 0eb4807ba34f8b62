import { hashKey, type QueryKey } from '@tanstack/react-query';
import { useRef } from 'react';

/**
 * Why what was asked for has no answer, also while it is asked for again. The cache forgets that with each try: what another
 * selection shows came in its place, and the button “Try again” went with the focus that it had.
 */
export function useLastFailure(key: QueryKey, latest: Error | null, isAnswered: boolean): Error | null {
  const asked = hashKey(key);
  const kept = useRef({ asked, failure: latest });
  if (latest !== null || isAnswered || kept.current.asked !== asked) {
    kept.current = { asked, failure: latest };
  }
  return kept.current.failure;
}
