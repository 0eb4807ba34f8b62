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

/** Where it is not known whether somebody plays, since that was never sent or the key does not read it, a fresh place says so. */
export function freshnessOf({ online, location }: Pick<SnapshotAccount, 'online' | 'location'>): Freshness {
  if (online === true) return location?.stale === true ? 'stale' : 'online';
  return online !== false && location?.stale === false ? 'online' : 'offline';
}
