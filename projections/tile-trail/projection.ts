import { appendToChain, type Chain, chainItems } from '../../shared/collections/chain.ts';
import { minuteMs, minuteOf } from '../../shared/domain/durations.ts';
import { packTiles, unpackTiles } from '../../shared/domain/pack-tiles.ts';
import { mergeTiles, type TrailTile } from '../../shared/domain/walked-tiles.ts';
import type { RecordedEventOf } from '../../shared/events/event.ts';
import type { tilesWalked } from '../../shared/events/types/tiles-walked.ts';
import { copyNewer, inKeyOrder } from '../../shared/projection/copy-newer-rows.ts';
import type { GenerationTx, Projection } from '../../shared/projection/projection.ts';
import { writeRows } from '../../shared/projection/tables/write-rows.ts';

type TileTrailEvent = RecordedEventOf<typeof tilesWalked>;

/** The new tiles of one account in one batch: a list for each record, in log order. */
type TileTrailState = Chain<readonly TrailTile[]>;

/** @throws RangeError for damaged tiles */
function evolveTileTrail(state: TileTrailState, { data }: TileTrailEvent): TileTrailState {
  return appendToChain(state, unpackTiles(data.minute, Buffer.from(data.tiles, 'base64')));
}

/** Each minute has one list of tiles per record, in log order. */
function recordsByMinute(state: TileTrailState): ReadonlyMap<number, (readonly TrailTile[])[]> {
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
function addRecords(
  stored: readonly TrailTile[],
  records: readonly (readonly TrailTile[])[],
): readonly TrailTile[] {
  return records.reduce((known, added) => mergeTiles(known, added), stored);
}

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
  // `saveTileTrails` reads the stored tiles of a minute.
  load: async () => new Map(),
  initial: () => null,
  evolve: evolveTileTrail,
  save: saveTileTrails,
};

async function saveTileTrails(tx: GenerationTx, states: ReadonlyMap<string, TileTrailState>): Promise<void> {
  const rows = inKeyOrder(states).flatMap(([account_id, state]) =>
    [...recordsByMinute(state)]
      .sort(([left], [right]) => left - right)
      .map(([minute, records]) => rowOf(account_id, minute, records, [])),
  );
  const left = await copyNewer(
    tx,
    walkedMinutes,
    rows.filter(({ count }) => count > 0),
  );
  await addToStored(tx, left);
}

interface MinuteRow {
  readonly account_id: string;
  /** The start of the minute, epoch ms. */
  readonly at: number;
  readonly count: number;
  readonly tiles: Buffer;
  readonly records: readonly (readonly TrailTile[])[];
}

const walkedMinutes = {
  table: 'walked_minute',
  columns: { at: 'int8', count: 'int2', account_id: 'text', tiles: 'bytea' },
  key: ['account_id', 'at'],
} as const;

function rowOf(
  account_id: string,
  minute: number,
  records: MinuteRow['records'],
  stored: readonly TrailTile[],
): MinuteRow {
  const tiles = addRecords(stored, records);
  return {
    account_id,
    at: minute * minuteMs,
    count: tiles.length,
    tiles: packTiles(minute, tiles),
    records,
  };
}

async function addToStored(tx: GenerationTx, rows: readonly MinuteRow[]): Promise<void> {
  if (rows.length === 0) return;
  const keys = JSON.stringify(rows.map(({ account_id, at }) => ({ account_id, at })));
  const found = await tx.many<{ account_id: string; at: number; tiles: string }>({
    text: `select account_id, at, encode(tiles, 'base64') as tiles
           from ${tx.schema}.walked_minute
           join json_to_recordset($1) as wanted (account_id text, at bigint) using (account_id, at)`,
    values: [keys],
  });
  const stored = new Map(found.map((row) => [`${row.account_id} ${row.at}`, row.tiles]));
  const merged = rows.map((row) => {
    const packed = stored.get(`${row.account_id} ${row.at}`);
    if (packed === undefined) return row;
    const minute = row.at / minuteMs;
    return rowOf(row.account_id, minute, row.records, unpackTiles(minute, Buffer.from(packed, 'base64')));
  });
  const columns = merged.map(({ records: _, ...row }) => row);
  await writeRows(tx, walkedMinutes, columns);
}
