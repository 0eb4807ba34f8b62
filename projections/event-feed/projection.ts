import type { Projection } from '../../shared/projection/projection.ts';
import { emptyFeedState, evolveFeed, type FeedEvent, type FeedState, feedStateKey } from './fold.ts';
import { loadFeed } from './load-feed.ts';
import { saveFeed } from './save-feed.ts';

export const eventFeedProjection: Projection<FeedState, FeedEvent> = {
  name: 'event-feed',
  version: { shape: 10, logic: 1 },
  readsShapes: [2],
  streams: ['hub.feed'],
  handles: ['game-event-recorded', 'feed-epoch-opened'],
  migrations: new URL('./migrations/', import.meta.url),
  // With Kafka, ingest may open an epoch above the highest sequence.
  special: {
    ingestReads: [{ table: 'event', columns: ['seq'] }],
    // An event waits for the watermark, and must appear within 15 s.
    watermarkEveryMs: 1_500,
  },
  // An event that cannot be stored does not hold back later events.
  parks: 'record',
  keyOf: feedStateKey,
  load: loadFeed,
  initial: () => emptyFeedState,
  evolve: evolveFeed,
  save: saveFeed,
};
