import type { AnswerOf } from '../../../../../shared/client/api.ts';
import type { WorldTile } from '../world.ts';

/** A point of a trail as the hub serves it; `via` is how the player came there (decisions.md, Additions to v1). */
export type TrailMark = AnswerOf<'/locations'>['data']['accounts'][number]['points'][number];

/** How a player came to a point other than on foot. Words that a later hub may add count as `gap`. */
export type Jump = 'entrance' | 'teleport' | 'gap';

/** Whether the way from the point before was walked, or sailed. */
export function isWalked({ via }: Pick<TrailMark, 'via'>): boolean {
  return via === 'move';
}

function jumpOf({ via }: TrailMark): Jump {
  return via === 'entrance' || via === 'teleport' ? via : 'gap';
}

/** A trail as a map draws it: lines where somebody walked, and where they came or went by other means. */
export interface DrawnTrail {
  readonly lines: readonly (readonly TrailMark[])[];
  readonly jumps: readonly { readonly from: TrailMark; readonly to: TrailMark; readonly by: Jump }[];
}

export function drawnTrail(points: readonly TrailMark[]): DrawnTrail {
  const lines: TrailMark[][] = [];
  const jumps: { from: TrailMark; to: TrailMark; by: Jump }[] = [];
  let line: TrailMark[] = [];
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

/**
 * What of a trail a map shows first: the walk with the most points, since a teleport or a dungeon would have it show half the
 * world. Of a trail without a walk its end; empty for an empty one.
 */
export function largestWalk(points: readonly TrailMark[]): readonly TrailMark[] {
  const { lines } = drawnTrail(points);
  const longest = Math.max(...lines.map(({ length }) => length));
  return lines.find(({ length }) => length === longest) ?? points.slice(-1);
}

/** Where a trail was at a time: the last point before it, if it is at most two minutes old. */
export function placeOnTrail(points: readonly TrailMark[], at: number): WorldTile | null {
  const before = points.findLast((point) => Date.parse(point.at) <= at);
  return before !== undefined && at - Date.parse(before.at) <= 2 * 60_000 ? before : null;
}
