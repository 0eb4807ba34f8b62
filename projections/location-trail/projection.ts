import type { Projection } from '../../shared/projection/projection.ts';
import { evolveTrail, initialTrail, type LocationTrailEvent, type TrailState } from './fold.ts';
import { loadTrails, saveTrails } from './store.ts';

/** One point a minute for each account. */
export const locationTrailProjection: Projection<TrailState, LocationTrailEvent> = {
  name: 'location-trail',
  version: { shape: 1, logic: 1 },
  streams: ['hub.location'],
  migrations: new URL('./migrations/', import.meta.url),
  handles: ['position-reported'],
  retention: { setting: 'LOCATION_RETENTION_DAYS', table: 'point', column: 'at' },
  parks: 'subject',
  keyOf: (event) => event.subject,
  load: loadTrails,
  initial: () => initialTrail,
  evolve: evolveTrail,
  save: saveTrails,
};
