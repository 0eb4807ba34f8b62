import { readMinutesOf } from '../../../projections/tile-trail/queries/read-walked-minutes.ts';
import { minuteOf } from '../../../shared/domain/durations.ts';
import { packTiles, unpackTiles } from '../../../shared/domain/pack-tiles.ts';
import { mergeTiles, type TrailTile } from '../../../shared/domain/walked-tiles.ts';
import { type NewEvent, newEvent } from '../../../shared/events/event.ts';
import { tilesWalked } from '../../../shared/events/types/tiles-walked.ts';
import type { Database } from '../../../shared/postgres/database.ts';
import type { QuotedSchema } from '../../../shared/postgres/quoted-schema.ts';

/**
 * The tiles of an account that the table lacks: tiles that waited when the process was killed. A
 * tile is stored when the player stood there within `sameMs`, because clocks differ.
 */
export async function findMissingTiles(
  database: Database,
  schema: QuotedSchema,
  { accountId, tiles, sameMs }: TilesOfAccount,
): Promise<readonly TrailTile[]> {
  if (tiles.length === 0) return [];
  const minutes = new Set(tiles.flatMap(({ at }) => [minuteOf(at - sameMs), minuteOf(at + sameMs)]));
  const stored = await readMinutesOf(database, schema, { accountIds: [accountId], minutes: [...minutes] });
  const byPlace = Map.groupBy(
    stored.flatMap(({ minute, packed }) => unpackTiles(minute, packed)),
    placeOf,
  );
  const isStored = (tile: TrailTile) =>
    byPlace.get(placeOf(tile))?.some(({ at }) => Math.abs(at - tile.at) < sameMs) === true;
  return mergeTiles([], tiles, tiles.length).filter((tile) => !isStored(tile));
}

interface TilesOfAccount {
  readonly accountId: string;
  readonly tiles: readonly TrailTile[];
  readonly sameMs: number;
}

/** One event for each minute. */
export function eventsOfTiles(accountId: string, source: string, tiles: readonly TrailTile[]): NewEvent[] {
  const byMinute = Map.groupBy(tiles, ({ at }) => minuteOf(at));
  return Array.from(byMinute, ([minute, ofMinute]) =>
    newEvent(
      tilesWalked,
      { subject: accountId, source },
      { minute, tiles: packTiles(minute, ofMinute).toString('base64') },
    ),
  );
}

function placeOf({ x, y, plane }: TrailTile): string {
  return `${x} ${y} ${plane}`;
}
