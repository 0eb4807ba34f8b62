import type { SnapshotAccount } from '../../../../shared/client/api.ts';
import type { Motion } from './motion.ts';

/** How much what is shown of a player can be trusted. */
export type Freshness = 'online' | 'stale' | 'offline';

export interface LivePlayer {
  readonly id: string;
  readonly name: string;
  readonly freshness: Freshness;
  readonly motion: Motion;
}

/** `offline` also when the key reads the place but not whether somebody plays, and the place is old. */
export function freshnessOf({ online, location }: Pick<SnapshotAccount, 'online' | 'location'>): Freshness {
  if (online === false) return 'offline';
  if (location?.stale === true) return online === true ? 'stale' : 'offline';
  return 'online';
}
