import type { PageColours } from '../../browser/colours.ts';
import { type NamedPlace, namedPlaces } from '../../common/named-places.ts';
import { type CanvasView, toScreen } from '../canvas-overlay.ts';
import { type LabelBox, LabelSpace } from './label-space.ts';
import { widthOf } from './paint-label.ts';

/** Pixels per tile from which names of a kind are painted. */
const scaleOf = { city: 0, town: 0.25, boss: 0.5, spot: 1 } as const;

const fontOf = (kind: NamedPlace['kind']) =>
  kind === 'city' || kind === 'town' ? '600 12px system-ui, sans-serif' : 'italic 11px system-ui, sans-serif';

interface PlaceLabel {
  readonly place: NamedPlace;
  readonly box: LabelBox;
}

/** The names of places that have free space. Cities come first. */
export function placeLabels(context: CanvasRenderingContext2D, view: CanvasView): PlaceLabel[] {
  const space = new LabelSpace();
  return namedPlaces.flatMap((place) => {
    if (view.scale < scaleOf[place.kind]) return [];
    const { x, y } = toScreen(view, place.x, place.y);
    if (x < 0 || y < 0 || x > view.width || y > view.height) return [];
    const width = widthOf(context, fontOf(place.kind), place.name) + 8;
    const box = { left: x - width / 2, top: y - 9, width, height: 18 };
    return space.take(box) ? [{ place, box }] : [];
  });
}

export function paintPlaces(context: CanvasRenderingContext2D, view: CanvasView, colours: PageColours): void {
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillStyle = colours['map-place'];
  for (const { place, box } of placeLabels(context, view)) {
    context.font = fontOf(place.kind);
    context.fillText(place.name, box.left + box.width / 2, box.top + box.height / 2);
  }
}
