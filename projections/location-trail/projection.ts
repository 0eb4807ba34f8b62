import { appendToChain, type Chain, chainItems } from '../../shared/collections/chain.ts';
import { minuteOf } from '../../shared/domain/durations.ts';
import type { TrailTile } from '../../shared/domain/walked-tiles.ts';
import type { RecordedEventOf } from '../../shared/events/event.ts';
import type { positionReported } from '../../shared/events/types/position-reported.ts';
import { copyNewer, inKeyOrder } from '../../shared/projection/copy-newer-rows.ts';
import type { GenerationTx, Projection } from '../../shared/projection/projection.ts';
import { writeRows } from '../../shared/projection/tables/write-rows.ts';

export type LocationTrailEvent = RecordedEventOf<typeof positionReported>;

/** In log order. A minute may have several points. */
export type TrailState = Chain<TrailTile>;

export function evolveTrail(state: TrailState, event: LocationTrailEvent): TrailState {
  let trail = state;
  for (const point of event.data.points) {
    if (trail === null || minuteOf(trail.last.at) !== minuteOf(point.at)) trail = appendToChain(trail, point);
  }
  return trail;
}

/** The first position of each minute in log order (rules/histories.md#trail). */
export function pointsOf(state: TrailState): ReadonlyMap<number, TrailTile> {
  const points = new Map<number, TrailTile>();
  for (const point of chainItems(state)) {
    const minute = minuteOf(point.at);
    if (!points.has(minute)) points.set(minute, point);
  }
  return points;
}

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
  // An insert does not replace the stored point of a minute.
  load: async () => new Map(),
  initial: () => null,
  evolve: evolveTrail,
  save: saveTrails,
};

async function saveTrails(tx: GenerationTx, states: ReadonlyMap<string, TrailState>): Promise<void> {
  const rows = inKeyOrder(states).flatMap(([account_id, state]) =>
    Array.from(pointsOf(state), ([minute, point]): PointRow => ({ account_id, minute, ...point })),
  );
  await writeRows(tx, pointTable, await copyNewer(tx, pointTable, rows), { onConflict: 'keep' });
}

interface PointRow extends TrailTile {
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
