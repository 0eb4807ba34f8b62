import { copyNewer, inKeyOrder } from '../../shared/projection/copy-newer-rows.ts';
import type { GenerationTx } from '../../shared/projection/projection.ts';
import { pointsOf, type TrailPoint, type TrailState } from './fold.ts';

/** Loads nothing: an insert does not replace the stored point of a minute. */
export async function loadTrails(): Promise<ReadonlyMap<string, TrailState>> {
  return new Map();
}

export async function saveTrails(tx: GenerationTx, states: ReadonlyMap<string, TrailState>): Promise<void> {
  const rows = inKeyOrder(states).flatMap(([account_id, state]) =>
    Array.from(pointsOf(state), ([minute, point]): PointRow => ({ account_id, minute, ...point })),
  );
  await insertUnlessStored(tx, await copyNewer(tx, pointTable, rows));
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
  by: 'minute',
} as const;

async function insertUnlessStored(tx: GenerationTx, rows: readonly PointRow[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.run({
    text: `insert into ${tx.schema}.point (account_id, minute, at, x, y, plane, world, is_on_boat)
           select account_id, minute, at, x, y, plane, world, is_on_boat
           from json_to_recordset($1) as row(account_id text, minute bigint, at bigint, x integer,
             y integer, plane smallint, world integer, is_on_boat boolean)
           on conflict (account_id, minute) do nothing`,
    values: [JSON.stringify(rows)],
  });
}
