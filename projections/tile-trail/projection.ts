import type { Projection } from '../../shared/projection/projection.ts';
import { evolveTileTrail, initialTileTrail, type TileTrailEvent, type TileTrailState } from './fold.ts';
import { loadTileTrails, saveTileTrails } from './store.ts';

/** A packed row of tiles for each account and minute. */
export const tileTrailProjection: Projection<TileTrailState, TileTrailEvent> = {
  name: 'tile-trail',
  version: { shape: 1, logic: 1 },
  streams: ['hub.tiles'],
  migrations: new URL('./migrations/', import.meta.url),
  handles: ['tiles-walked'],
  retention: { setting: 'TILE_TRAIL_DAYS', table: 'walked_minute', column: 'at' },
  parks: 'subject',
  keyOf: (event) => event.subject,
  load: loadTileTrails,
  initial: () => initialTileTrail,
  evolve: evolveTileTrail,
  save: saveTileTrails,
};
