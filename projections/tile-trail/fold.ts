import { appendToChain, type Chain, chainItems } from '../../shared/collections/chain.ts';
import { minuteOf } from '../../shared/domain/durations.ts';
import { unpackTiles } from '../../shared/domain/pack-tiles.ts';
import { mergeTiles, type TrailTile } from '../../shared/domain/walked-tiles.ts';
import type { RecordedEventOf } from '../../shared/events/event.ts';
import type { tilesWalked } from '../../shared/events/types/tiles-walked.ts';

export type TileTrailEvent = RecordedEventOf<typeof tilesWalked>;

/** The new tiles of one account in one batch: a list for each record, in log order. */
export type TileTrailState = Chain<readonly TrailTile[]>;

export const initialTileTrail: TileTrailState = null;

/** @throws RangeError for damaged tiles */
export function evolveTileTrail(state: TileTrailState, { data }: TileTrailEvent): TileTrailState {
  return appendToChain(state, unpackTiles(data.minute, Buffer.from(data.tiles, 'base64')));
}

/** Each minute has one list of tiles per record, in log order. */
export function recordsByMinute(state: TileTrailState): ReadonlyMap<number, (readonly TrailTile[])[]> {
  const byMinute = new Map<number, (readonly TrailTile[])[]>();
  for (const record of chainItems(state)) {
    for (const [minute, tiles] of Map.groupBy(record, ({ at }) => minuteOf(at))) {
      const records = byMinute.get(minute);
      if (records === undefined) byMinute.set(minute, [tiles]);
      else records.push(tiles);
    }
  }
  return byMinute;
}

/**
 * Adds the records to the stored tiles one after the other. `mergeTiles` leaves out tiles by the
 * tiles before them, so another order would give other tiles.
 */
export function addRecords(
  stored: readonly TrailTile[],
  records: readonly (readonly TrailTile[])[],
): readonly TrailTile[] {
  return records.reduce((known, added) => mergeTiles(known, added), stored);
}
