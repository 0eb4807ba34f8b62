import { type NamedPlace, namedPlaces } from '../../common/named-places.ts';
import { type CanvasView, toScreen } from '../canvas-overlay.ts';
import type { LabelSpace } from './label-space.ts';
import { widthOf } from './paint-label.ts';

/** Pixels per tile from which names of a kind are painted. */
const scaleOf = { city: 0, town: 0.25, boss: 0.5, spot: 1 } as const;

const fontOf = (kind: NamedPlace['kind']) =>
  kind === 'city' || kind === 'town' ? '600 12px system-ui, sans-serif' : 'italic 11px system-ui, sans-serif';

/** A name stands at its place, above or below it, or has no free space. Cities come first. */
export function paintPlaces(
  context: CanvasRenderingContext2D,
  view: CanvasView,
  space: LabelSpace,
  colour: string,
): void {
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  for (const place of namedPlaces) {
    if (view.scale < scaleOf[place.kind]) continue;
    const { x, y } = toScreen(view, place.x, place.y);
    if (x < 0 || y < 0 || x > view.width || y > view.height) continue;
    const font = fontOf(place.kind);
    const width = widthOf(context, font, place.name) + 8;
    const box = [0, -20, 20]
      .map((down) => ({ left: x - width / 2, top: y + down - 9, width, height: 18 }))
      .find((each) => space.take(each));
    if (box === undefined) continue;
    context.font = font;
    context.fillStyle = colour;
    context.fillText(place.name, x, box.top + box.height / 2);
  }
}
