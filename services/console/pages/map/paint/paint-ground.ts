import type { PageColours } from '../../browser/colours.ts';
import type { CanvasView } from '../canvas-overlay.ts';
import { coastPath } from '../land/coast-path.ts';
import { type WalkedGround, walkedCellTiles } from '../trails/walked-ground.ts';
import { mapSquareTiles, worldSideTiles } from '../world.ts';

/** Pixels per tile from which the grid is painted. */
const gridFromScale = 0.25;

/** For a map without tiles. */
export function paintGrid(context: CanvasRenderingContext2D, view: CanvasView, colours: PageColours): void {
  const { scale, originX, originY, width, height } = view;
  if (scale < gridFromScale) return;
  const squares = worldSideTiles / mapSquareTiles;
  const step = mapSquareTiles * scale;
  const between = (from: number, to: number) => {
    const first = Math.max(0, Math.ceil(from / step));
    const last = Math.min(squares, Math.floor(to / step));
    return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
  };
  const colourOf = (line: number) => (line % 8 === 0 ? colours['map-line-strong'] : colours['map-line']);
  for (const line of between(-originX, width - originX)) {
    context.fillStyle = colourOf(line);
    context.fillRect(Math.round(originX + line * step), 0, 1, height);
  }
  for (const line of between(originY - height, originY)) {
    context.fillStyle = colourOf(line);
    context.fillRect(0, Math.round(originY - line * step), width, 1);
  }
}

/** The charted sea, in tiles: west, south, width, height. */
const sea = [960, 2_304, 3_072, 1_856] as const;
const land = new Path2D(coastPath);

/** For a map without tiles. */
export function paintLand(
  context: CanvasRenderingContext2D,
  { scale, originX, originY }: CanvasView,
  colours: PageColours,
): void {
  context.save();
  context.translate(originX + scale / 2, originY - scale / 2);
  context.scale(scale, -scale);
  context.fillStyle = colours['map-water'];
  context.fillRect(...sea);
  context.fillStyle = colours['map-land'];
  context.fill(land, 'evenodd');
  context.strokeStyle = colours['map-coast'];
  context.lineWidth = 1 / scale;
  context.stroke(land);
  context.restore();
}

/** @param heat highlights ground that was walked often */
export function paintWalkedGround(
  context: CanvasRenderingContext2D,
  view: CanvasView,
  {
    walked,
    heat,
    colours,
  }: { readonly walked: WalkedGround; readonly heat: boolean; readonly colours: PageColours },
): void {
  const { scale, originX, originY, width, height } = view;
  const side = Math.max(1, walkedCellTiles * scale);
  const area = {
    west: -originX / scale,
    east: (width - originX) / scale,
    south: (originY - height) / scale,
    north: originY / scale,
  };
  context.fillStyle = heat ? colours['map-heat'] : colours['map-walked'];
  for (const { x, y, times } of walked.within(area)) {
    context.globalAlpha = heat
      ? Math.min(0.9, 0.12 + Math.log2(times) * 0.11)
      : Math.min(0.75, 0.35 + times * 0.05);
    context.fillRect(originX + x * scale, originY - (y + walkedCellTiles) * scale, side, side);
  }
  context.globalAlpha = 1;
}
