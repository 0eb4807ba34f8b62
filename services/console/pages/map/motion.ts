import { tilesBetween, type WorldTile } from './world.ts';

/** From the shown place to the reported place. */
export interface Motion {
  readonly from: WorldTile;
  readonly to: WorldTile;
  readonly startsAt: number;
  readonly endsAt: number;
}

/** In tiles. A longer distance is a teleport. */
const walkedMax = 40;

/** A teleport or a change of floor arrives at once. */
export function nextMotion(
  current: Motion | undefined,
  to: WorldTile,
  { now, withinMs }: { readonly now: number; readonly withinMs: number },
): Motion {
  if (current !== undefined && isSameTile(current.to, to)) return current;
  const shown = current === undefined ? null : placeAt(current, now);
  const walks = shown !== null && shown.plane === to.plane && tilesBetween(shown, to) <= walkedMax;
  return walks && withinMs > 0
    ? { from: shown, to, startsAt: now, endsAt: now + withinMs }
    : { from: to, to, startsAt: now, endsAt: now };
}

/** May be between tiles. */
export function placeAt({ from, to, startsAt, endsAt }: Motion, now: number): WorldTile {
  if (now >= endsAt) return to;
  const part = Math.max(0, (now - startsAt) / (endsAt - startsAt));
  return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part, plane: to.plane };
}

export function isMoving({ endsAt }: Motion, now: number): boolean {
  return now < endsAt;
}

const runTilesASecond = 2 / 0.6;
const pauseMaxMs = 500;

/**
 * The time until a runner has moved half a pixel: earlier frames would show no change.
 * @param scale pixels per tile
 */
export function frameIntervalMs(scale: number): number {
  return Math.min(pauseMaxMs, 500 / (runTilesASecond * scale));
}

function isSameTile(left: WorldTile, right: WorldTile): boolean {
  return left.x === right.x && left.y === right.y && left.plane === right.plane;
}
