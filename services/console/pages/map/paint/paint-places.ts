import type { PageColours } from '../../browser/colours.ts';
import { type NamedPlace, namedPlaces } from '../../common/named-places.ts';
import { type CanvasView, toScreen } from '../canvas-overlay.ts';
import { realmOf } from '../world.ts';
import type { LabelSpace } from './label-space.ts';
import { widthOf } from './paint-label.ts';
import { getSprite, paintSprite } from './sprites.ts';

interface Style {
  /** Pixels per tile from which, and up to which, names are painted. */
  readonly from: number;
  readonly to?: number;
  readonly font: string;
  /** Pixels; 0 without a dot. */
  readonly dotRadius: number;
}

const townFont = '600 12px system-ui, sans-serif';
const regionFont = '500 11px system-ui, sans-serif';
const spotFont = 'italic 11px system-ui, sans-serif';
const styles: Readonly<Record<NamedPlace['kind'] | 'region', Style>> = {
  city: { from: 0, font: townFont, dotRadius: 2.5 },
  region: { from: 0, to: 0.5, font: regionFont, dotRadius: 0 },
  area: { from: 0, font: regionFont, dotRadius: 0 },
  town: { from: 0.35, font: townFont, dotRadius: 2.5 },
  boss: { from: 0.5, font: spotFont, dotRadius: 1.25 },
  spot: { from: 1, font: spotFont, dotRadius: 1.25 },
};

const regions: readonly (readonly [name: string, x: number, y: number])[] = [
  ['Misthalin', 3_190, 3_310],
  ['Asgarnia', 2_960, 3_290],
  ['Kandarin', 2_560, 3_400],
  ['Morytania', 3_530, 3_380],
  ['Tirannwn', 2_230, 3_240],
  ['Kharidian Desert', 3_310, 2_890],
  ['Fremennik Province', 2_640, 3_730],
  ['Varlamore', 1_560, 3_060],
];
const thinSpace = '\u2009';
/** Not every browser can set the distance of letters. */
const spaced = (name: string) => [...name.toUpperCase()].join(thinSpace);
/** Cities come first. */
const places = [
  ...namedPlaces.map((place) => (place.kind === 'area' ? { ...place, name: spaced(place.name) } : place)),
  ...regions.map(([name, x, y]) => ({ kind: 'region', name: spaced(name), x, y }) as const),
];
const labelHeight = 18;
/** Pixels from a place to the middle of its name, the best first. */
const belowDot = [11, -11, 20, -20];
const belowMiddle = [0, 14, -14];

interface Scene {
  readonly space: LabelSpace;
  readonly isCovered: (x: number, y: number) => boolean;
  readonly colours: PageColours;
}

/** A name stands below or above its place, or has no free space. */
export function paintPlaces(
  context: CanvasRenderingContext2D,
  view: CanvasView,
  { space, isCovered, colours }: Scene,
): void {
  context.fillStyle = colours['map-place'];
  for (const { kind, name, ...at } of places) {
    const { from, to = Number.POSITIVE_INFINITY, font, dotRadius } = styles[kind];
    const { x, y } = toScreen(view, at.x, at.y);
    if (view.scale < from || view.scale > to || isCovered(x, y)) continue;
    if (x < 0 || y < 0 || x > view.width || y > view.height) continue;
    const width = Math.ceil(widthOf(context, font, name)) + 8;
    const box = (dotRadius > 0 ? belowDot : belowMiddle)
      .map((down) => ({ left: x - width / 2, top: y + down - labelHeight / 2, width, height: labelHeight }))
      .find((each) => space.take(each));
    if (box === undefined) continue;
    if (dotRadius > 0) space.addPlace({ x, y }, dotRadius);
    const ground = colours[realmOf(at) === 'surface' ? 'map-land' : 'map-ground'];
    // An area tints its own ground.
    const halo = kind === 'area' ? 'transparent' : ground;
    paintSprite(context, nameSprite(name, font, width, [colours['map-place'], halo]), box.left, box.top);
    context.beginPath();
    context.arc(x, y, dotRadius, 0, Math.PI * 2);
    context.fill();
  }
}

function nameSprite(
  name: string,
  font: string,
  width: number,
  [colour, halo]: readonly [colour: string, halo: string],
): HTMLCanvasElement {
  return getSprite(`${name} ${font} ${colour} ${halo}`, width, labelHeight, (own) => {
    own.font = font;
    own.textAlign = 'center';
    own.textBaseline = 'middle';
    own.lineJoin = 'round';
    own.lineWidth = 3;
    own.strokeStyle = halo;
    own.strokeText(name, width / 2, labelHeight / 2);
    own.fillStyle = colour;
    own.fillText(name, width / 2, labelHeight / 2);
  });
}
