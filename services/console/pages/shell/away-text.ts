import type { FollowStatus } from '../../../../shared/client/keep-polling.ts';

const freshMs = 30_000;

/** Null for a hub that answers, and for a short wait, in which the data is as good as new. */
export function awayText(status: FollowStatus | null, now: number): string | null {
  if (status?.state !== 'away') return null;
  const isLimited = status.code === 'rate_limited';
  if (isLimited && now - status.since < freshMs) return null;
  return `${isLimited ? 'Too many requests' : 'The hub does not answer'}. This page asks again by itself.`;
}
