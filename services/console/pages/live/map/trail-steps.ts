import { tilesBetween, type WorldTile } from './world.ts';

export interface TrailMark extends WorldTile {
  /** ISO-8601. */
  readonly at: string;
  readonly is_on_boat: boolean | null;
}

/** How a player came to a point from the one before it. */
export type Step = 'move' | 'entrance' | 'teleport' | 'gap';

const gapMs = 5 * 60_000;
const tickMs = 600;
const entranceShift = 6_400;
const slackTiles = 6;

/** The rule of `via` of the read API (decisions.md, Additions to v1), for points that come without it. */
export function stepBetween(from: TrailMark, to: TrailMark): Step {
  const elapsedMs = Date.parse(to.at) - Date.parse(from.at);
  if (elapsedMs > gapMs) return 'gap';
  const tilesATick = from.is_on_boat === true || to.is_on_boat === true ? 4 : 2;
  const reach = (elapsedMs / tickMs) * tilesATick + slackTiles;
  if (tilesBetween(from, to) <= reach) return 'move';
  const [across, along] = [Math.abs(from.x - to.x), Math.abs(Math.abs(from.y - to.y) - entranceShift)];
  return across <= reach && along <= reach ? 'entrance' : 'teleport';
}

/** A trail as a map draws it: lines where somebody walked, and where they came or went by other means. */
export interface DrawnTrail {
  readonly lines: readonly (readonly TrailMark[])[];
  readonly jumps: readonly { readonly from: TrailMark; readonly to: TrailMark; readonly step: Step }[];
}

export function drawnTrail(points: readonly TrailMark[]): DrawnTrail {
  const lines: TrailMark[][] = [];
  const jumps: { from: TrailMark; to: TrailMark; step: Step }[] = [];
  let line: TrailMark[] = [];
  for (const [index, point] of points.entries()) {
    const before = points[index - 1];
    const step = before === undefined ? 'move' : stepBetween(before, point);
    if (before !== undefined && step !== 'move') {
      lines.push(line);
      line = [];
      jumps.push({ from: before, to: point, step });
    }
    line.push(point);
  }
  lines.push(line);
  return { lines: lines.filter(({ length }) => length > 1), jumps };
}

/** Where a trail was at a time: the last point before it, if it is at most two minutes old. */
export function placeOnTrail(points: readonly TrailMark[], at: number): WorldTile | null {
  const before = points.findLast((point) => Date.parse(point.at) <= at);
  return before !== undefined && at - Date.parse(before.at) <= 2 * 60_000 ? before : null;
}
