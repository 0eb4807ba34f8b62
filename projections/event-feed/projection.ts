import type { Projection } from '../../shared/projection/projection.ts';
import { evolveFeed, type FeedEvent, type FeedState } from './fold.ts';
import { loadStored, saveEvents } from './store.ts';

/** Game events, each once, in one order for all accounts. */
export const eventFeedProjection: Projection<FeedState, FeedEvent> = {
  name: 'event-feed',
  version: { shape: 1, logic: 1 },
  streams: ['hub.feed'],
  handles: ['game-event-recorded'],
  migrations: new URL('./migrations/', import.meta.url),
  volatileColumns: ['stored_at'],
  // Events do not build on each other: one that cannot be stored holds nothing back.
  parks: 'record',
  keyOf: (event) => event.data.event_id,
  load: loadStored,
  initial: () => null,
  evolve: evolveFeed,
  save: saveEvents,
};
