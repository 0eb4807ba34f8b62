import { tilesBetween, type WorldTile } from './world.ts';

/** A player on the way from where the map showed them to where the hub says they are. */
export interface Motion {
  readonly from: WorldTile;
  readonly to: WorldTile;
  readonly startsAt: number;
  readonly endsAt: number;
}

/** Runners make two tiles in a tick of 0.6 s; further than this within a poll nobody walks. */
const walkedMax = 40;

/**
 * The motion after the hub reported a place: on from what is shown now, to arrive within `withinMs`. A teleport, another
 * floor, and any news where motion is not wanted arrive at once.
 */
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

/** Where the map shows the player; between tiles while they move. */
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
 * How long after a frame somebody who runs has come half a pixel further, from which on another frame shows something. Seen
 * from far, six frames a second are as smooth as sixty, for a tenth of the work.
 * @param scale pixels a tile
 */
export function frameIntervalMs(scale: number): number {
  return Math.min(pauseMaxMs, 500 / (runTilesASecond * scale));
}

function isSameTile(left: WorldTile, right: WorldTile): boolean {
  return left.x === right.x && left.y === right.y && left.plane === right.plane;
}
