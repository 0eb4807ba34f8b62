import { copyNewer, inKeyOrder } from '../../shared/projection/copy-newer-rows.ts';
import type { GenerationTx } from '../../shared/projection/projection.ts';
import { writeRows } from '../../shared/projection/tables/write-rows.ts';
import { pointsOf, type TrailPoint, type TrailState } from './fold.ts';

/** Loads nothing: an insert does not replace the stored point of a minute. */
export async function loadTrails(): Promise<ReadonlyMap<string, TrailState>> {
  return new Map();
}

export async function saveTrails(tx: GenerationTx, states: ReadonlyMap<string, TrailState>): Promise<void> {
  const rows = inKeyOrder(states).flatMap(([account_id, state]) =>
    Array.from(pointsOf(state), ([minute, point]): PointRow => ({ account_id, minute, ...point })),
  );
  await writeRows(tx, pointTable, await copyNewer(tx, pointTable, rows), { onConflict: 'keep' });
}

interface PointRow extends TrailPoint {
  readonly account_id: string;
  readonly minute: number;
}

const pointTable = {
  table: 'point',
  columns: {
    account_id: 'text',
    minute: 'int8',
    at: 'int8',
    x: 'int4',
    y: 'int4',
    plane: 'int2',
    world: 'int4',
    is_on_boat: 'bool',
  },
  key: ['account_id', 'minute'],
} as const;
