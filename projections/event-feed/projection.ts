import type { Projection } from '../../shared/projection/projection.ts';
import { evolveFeed, type FeedEvent, type FeedState, keyOfFeed, nothingKnown } from './fold.ts';
import { loadFeed } from './load-feed.ts';
import { saveFeed } from './save-feed.ts';

/** Game events, each once, in one order for all accounts. */
export const eventFeedProjection: Projection<FeedState, FeedEvent> = {
  name: 'event-feed',
  version: { shape: 4, logic: 2 },
  readsShapes: [1, 2, 3],
  streams: ['hub.feed'],
  handles: ['game-event-recorded', 'feed-epoch-opened'],
  migrations: new URL('./migrations/', import.meta.url),
  volatileColumns: ['stored_at'],
  // Events do not depend on each other: one that cannot be stored does not hold back later ones.
  parks: 'record',
  keyOf: keyOfFeed,
  load: loadFeed,
  initial: () => nothingKnown,
  evolve: evolveFeed,
  save: saveFeed,
};
