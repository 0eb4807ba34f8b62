import { hashKey, type QueryKey } from '@tanstack/react-query';
import { useRef } from 'react';

/**
 * The cache clears an error at each retry, which would show data of another selection and remove
 * the focused “Try again” button.
 */
export function useLastFailure(key: QueryKey, latest: Error | null, isAnswered: boolean): Error | null {
  const asked = hashKey(key);
  const kept = useRef({ asked, failure: latest });
  if (latest !== null || isAnswered || kept.current.asked !== asked) {
    kept.current = { asked, failure: latest };
  }
  return kept.current.failure;
}
