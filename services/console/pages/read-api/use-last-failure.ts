import { hashKey, type QueryKey } from '@tanstack/react-query';
import { useRef } from 'react';
import { HubError } from '../../../../shared/client/hub-error.ts';

interface Asked {
  readonly error: Error | null;
  /** Attempts that failed since the last answer. */
  readonly failureCount: number;
  readonly failureReason: Error | null;
}

const longWaitMs = 5_000;

/** A single failure usually passes within seconds, unless the hub names a longer wait. */
function isWorthSaying({ failureCount, failureReason: reason }: Asked): boolean {
  return failureCount > 1 || (reason instanceof HubError && (reason.retryAfterMs ?? 0) > longWaitMs);
}

/**
 * The cache clears an error at each retry, which would show data of another selection and remove
 * the focused “Try again” button.
 */
export function useLastFailure(key: QueryKey, asked: Asked, isAnswered: boolean): Error | null {
  const latest = asked.error ?? (!isAnswered && isWorthSaying(asked) ? asked.failureReason : null);
  const hash = hashKey(key);
  const kept = useRef({ hash, failure: latest });
  if (latest !== null || isAnswered || kept.current.hash !== hash) {
    kept.current = { hash, failure: latest };
  }
  return kept.current.failure;
}
