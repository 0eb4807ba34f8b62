import type { WorldTile } from '../world.ts';
import { isGap, isWalked, type TrailPosition } from './trail-parts.ts';

/** A time in which a player was seen, epoch ms. */
export interface ReplaySpan {
  readonly from: number;
  readonly to: number;
}

const seenForMs = 2 * 60_000;

/** Null when the player was not seen. */
export function placeAtTime(points: readonly TrailPosition[], at: number): WorldTile | null {
  const index = lastNotAfter(points, at);
  const before = points[index];
  if (before === undefined) return null;
  const since = at - Date.parse(before.at);
  const next = points[index + 1];
  if (next === undefined || isGap(next)) return since <= seenForMs ? before : null;
  if (!isWalked(next)) return before;
  const part = since / Math.max(1, Date.parse(next.at) - Date.parse(before.at));
  const { plane } = part < 1 ? before : next;
  return { x: before.x + (next.x - before.x) * part, y: before.y + (next.y - before.y) * part, plane };
}

/** -1 without such a point. Points are in order. */
function lastNotAfter(points: readonly TrailPosition[], at: number): number {
  let low = -1;
  let high = points.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (Date.parse(points[middle]?.at ?? '') <= at) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** In order and without overlaps. */
export function mergeReplaySpans(trails: readonly (readonly TrailPosition[])[]): readonly ReplaySpan[] {
  const each = trails.flatMap(partsOf).sort((left, right) => left.from - right.from);
  const spans: ReplaySpan[] = [];
  for (const span of each) {
    const last = spans.at(-1);
    if (last === undefined || span.from > last.to) spans.push(span);
    else spans[spans.length - 1] = { from: last.from, to: Math.max(last.to, span.to) };
  }
  return spans;
}

function partsOf(points: readonly TrailPosition[]): ReplaySpan[] {
  const parts: ReplaySpan[] = [];
  for (const point of points) {
    const at = Date.parse(point.at);
    const last = parts.at(-1);
    if (last === undefined || isGap(point)) parts.push({ from: at, to: at });
    else parts[parts.length - 1] = { from: last.from, to: at };
  }
  return parts;
}

export function clampToSpans(spans: readonly ReplaySpan[], at: number): number {
  return Math.min(spans.at(-1)?.to ?? at, Math.max(spans[0]?.from ?? at, at));
}

/** Jumps to the next span when nobody was seen at that time. After all spans, returns their end. */
export function skipIdleTime(spans: readonly ReplaySpan[], at: number): number {
  const span = spans.find(({ to }) => to >= at);
  return span === undefined ? (spans.at(-1)?.to ?? at) : Math.max(at, span.from);
}
