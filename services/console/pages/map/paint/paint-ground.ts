import type { PageColours } from '../../browser/colours.ts';
import type { CanvasView } from '../canvas-overlay.ts';
import { type WalkedGround, walkedCellTiles } from '../trails/walked-ground.ts';
import { mapSquareTiles, worldSideTiles } from '../world.ts';

/** Pixels per tile from which the grid is painted. */
const gridFromScale = 0.25;

/** Lines around map squares, zones of 8 tiles, or tiles. For a map without pictures. */
export function paintGrid(context: CanvasRenderingContext2D, view: CanvasView, colours: PageColours): void {
  const { scale, originX, originY, width, height } = view;
  if (scale < gridFromScale) return;
  const side = scale >= 16 ? 1 : scale >= 4 ? 8 : mapSquareTiles;
  const step = side * scale;
  const between = (from: number, to: number) => {
    const first = Math.max(0, Math.ceil(from / step));
    const last = Math.min(worldSideTiles / side, Math.floor(to / step));
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
