import { type CanvasView, toScreen } from '../canvas-overlay.ts';
import type { TrailJump, TrailParts } from '../trails/trail-parts.ts';
import type { WorldTile } from '../world.ts';

const jumpsMax = 400;
/** A ring marks a teleport, a disc an entrance, and a small dot an unknown way. */
const marks = {
  teleport: { radius: 4, isFilled: false },
  entrance: { radius: 4, isFilled: true },
  gap: { radius: 2, isFilled: true },
} as const satisfies Record<TrailJump, object>;

/** Teleports and entrances are thin dashes, so that nobody takes them for walks. */
export function paintTrails(
  context: CanvasRenderingContext2D,
  view: CanvasView,
  trails: readonly TrailParts[],
  colours: readonly string[],
): void {
  context.lineJoin = 'round';
  for (const [index, { lines, jumps }] of trails.entries()) {
    const colour = colours[index % colours.length] ?? '';
    context.strokeStyle = colour;
    context.fillStyle = colour;
    const shown = jumps.slice(-jumpsMax);
    const flown = shown.filter(({ by }) => by !== 'gap').map(({ from, to }) => [from, to]);
    strokeLines(context, view, flown, { width: 1, opacity: 0.35, dashes: [2, 8] });
    strokeLines(context, view, lines, { width: 2.5, opacity: 0.8, dashes: [] });
    context.lineWidth = 1.5;
    for (const { to, by } of shown) {
      const { radius, isFilled } = marks[by];
      const { x, y } = toScreen(view, to.x, to.y);
      context.beginPath();
      context.arc(x, y, radius, 0, Math.PI * 2);
      if (isFilled) context.fill();
      else context.stroke();
    }
  }
  context.globalAlpha = 1;
}

interface Stroke {
  readonly width: number;
  readonly opacity: number;
  readonly dashes: readonly number[];
}

function strokeLines(
  context: CanvasRenderingContext2D,
  view: CanvasView,
  lines: readonly (readonly WorldTile[])[],
  { width, opacity, dashes }: Stroke,
): void {
  context.lineWidth = width;
  context.globalAlpha = opacity;
  context.setLineDash([...dashes]);
  context.beginPath();
  for (const line of lines) {
    for (const [index, tile] of line.entries()) {
      const { x, y } = toScreen(view, tile.x, tile.y);
      if (index === 0) context.moveTo(x, y);
      else context.lineTo(x, y);
    }
  }
  context.stroke();
  context.setLineDash([]);
}
