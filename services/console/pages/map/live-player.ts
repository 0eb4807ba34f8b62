import type { SnapshotAccount } from '../../../../shared/client/api.ts';
import type { Motion } from './motion.ts';

export type Freshness = 'online' | 'stale' | 'offline';

export interface LivePlayer {
  readonly id: string;
  readonly name: string;
  readonly freshness: Freshness;
  readonly motion: Motion;
}

/** When nothing says whether a player is online, a fresh place means online. */
export function freshnessOf({ online, location }: Pick<SnapshotAccount, 'online' | 'location'>): Freshness {
  if (online === true) return location?.stale === true ? 'stale' : 'online';
  return online !== false && location?.stale === false ? 'online' : 'offline';
}
