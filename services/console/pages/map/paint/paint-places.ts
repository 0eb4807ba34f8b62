import type { PageColours } from '../../browser/colours.ts';
import { namedPlaces } from '../../common/named-places.ts';
import { type CanvasView, toScreen } from '../canvas-overlay.ts';
import { LabelSpace } from './label-space.ts';

/** Pixels per tile from which names of a kind are painted. */
const scaleOf = { town: 0.12, boss: 0.5, spot: 0.5 } as const;

/** A name without free space is skipped. */
export function paintPlaces(context: CanvasRenderingContext2D, view: CanvasView, colours: PageColours): void {
  const space = new LabelSpace();
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillStyle = colours['map-place'];
  for (const { name, kind, x, y } of namedPlaces) {
    if (view.scale < scaleOf[kind]) continue;
    const at = toScreen(view, x, y);
    if (at.x < 0 || at.y < 0 || at.x > view.width || at.y > view.height) continue;
    context.font = kind === 'town' ? '600 12px system-ui, sans-serif' : 'italic 11px system-ui, sans-serif';
    const { width } = context.measureText(name);
    if (!space.take({ left: at.x - width / 2 - 4, top: at.y - 9, width: width + 8, height: 18 })) continue;
    context.fillText(name, at.x, at.y);
  }
}
