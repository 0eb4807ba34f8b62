import type { AnswerOf } from '../../../../../shared/client/api.ts';
import { tilesBetween, type WorldTile } from '../world.ts';

/** `via` is how the player came there (rules/additions.md#via). */
export type TrailPosition = AnswerOf<'/locations'>['data']['accounts'][number]['points'][number];

/** Unknown words of a later hub count as `gap`. */
export type TrailJump = 'entrance' | 'teleport' | 'gap';

/** Whether the player walked or sailed from the previous point. */
export function isWalked({ via }: Pick<TrailPosition, 'via'>): boolean {
  return via === 'move';
}

export function isGap(point: TrailPosition): boolean {
  return !isWalked(point) && jumpOf(point) === 'gap';
}

function jumpOf({ via }: TrailPosition): TrailJump {
  return via === 'entrance' || via === 'teleport' ? via : 'gap';
}

/** Lines for walks, and jumps for all other ways. */
export interface TrailParts {
  readonly lines: readonly (readonly TrailPosition[])[];
  readonly jumps: readonly {
    readonly from: TrailPosition;
    readonly to: TrailPosition;
    readonly by: TrailJump;
  }[];
}

export function splitTrail(points: readonly TrailPosition[]): TrailParts {
  const lines: TrailPosition[][] = [];
  const jumps: { from: TrailPosition; to: TrailPosition; by: TrailJump }[] = [];
  let line: TrailPosition[] = [];
  for (const [index, point] of points.entries()) {
    const before = points[index - 1];
    if (before !== undefined && !isWalked(point)) {
      lines.push(line);
      line = [];
      jumps.push({ from: before, to: point, by: jumpOf(point) });
    }
    line.push(point);
  }
  lines.push(line);
  return { lines: lines.filter(({ length }) => length > 1), jumps };
}

/** In tiles. */
const nearMax = 200;

/**
 * The points around the last place: since the last jump that led far away. A whole trail with a
 * teleport would show half the world.
 */
export function latestPart(points: readonly TrailPosition[]): readonly TrailPosition[] {
  const start = points.findLastIndex((point, index) => {
    const before = points[index - 1];
    return before !== undefined && !isWalked(point) && tilesBetween(before, point) > nearMax;
  });
  return points.slice(Math.max(0, start));
}

/** Null when the last point is more than two minutes old. */
export function lastPlaceOnTrail(points: readonly TrailPosition[], at: number): WorldTile | null {
  const before = points.findLast((point) => Date.parse(point.at) <= at);
  return before !== undefined && at - Date.parse(before.at) <= 2 * 60_000 ? before : null;
}
