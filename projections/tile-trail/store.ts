import { minuteMs } from '../../shared/domain/durations.ts';
import { packTiles, unpackTiles } from '../../shared/domain/pack-tiles.ts';
import type { TrailTile } from '../../shared/domain/walked-tiles.ts';
import { copyNewer, inKeyOrder } from '../../shared/projection/copy-newer-rows.ts';
import type { GenerationTx } from '../../shared/projection/projection.ts';
import { writeRows } from '../../shared/projection/tables/write-rows.ts';
import { addRecords, recordsByMinute, type TileTrailState } from './fold.ts';

/** Loads nothing: `saveTileTrails` reads the stored tiles of a minute. */
export async function loadTileTrails(): Promise<ReadonlyMap<string, TileTrailState>> {
  return new Map();
}

export async function saveTileTrails(
  tx: GenerationTx,
  states: ReadonlyMap<string, TileTrailState>,
): Promise<void> {
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
