import type { PageColours } from '../../browser/colours.ts';
import { type NamedPlace, namedPlaces } from '../../common/named-places.ts';
import { type CanvasView, toScreen } from '../canvas-overlay.ts';
import type { LabelSpace } from './label-space.ts';
import { widthOf } from './paint-label.ts';
import { getSprite, paintSprite } from './sprites.ts';

/** Pixels per tile from which names of a kind are painted. */
const scaleOf = { city: 0, town: 0.35, boss: 0.5, spot: 1 } as const;

const townFont = '600 12px system-ui, sans-serif';
const spotFont = 'italic 11px system-ui, sans-serif';
const regionFont = '500 11px system-ui, sans-serif';
const dotRadius = 2.5;
const labelHeight = 18;

/** Names of lands, for a map of the whole world. */
const regions = [
  ['Wilderness', 3_168, 3_730],
  ['Misthalin', 3_190, 3_310],
  ['Asgarnia', 2_960, 3_290],
  ['Kandarin', 2_560, 3_400],
  ['Morytania', 3_530, 3_380],
  ['Tirannwn', 2_230, 3_240],
  ['Kharidian Desert', 3_310, 2_890],
  ['Fremennik Province', 2_640, 3_730],
  ['Varlamore', 1_560, 3_060],
] as const;
/** Pixels per tile up to which regions are named. */
const regionsToScale = 0.5;

interface Scene {
  readonly space: LabelSpace;
  readonly isCovered: (x: number, y: number) => boolean;
  readonly colours: PageColours;
}

/** A name stands below or above its place, or has no free space. Cities come first. */
export function paintPlaces(context: CanvasRenderingContext2D, view: CanvasView, scene: Scene): void {
  const { colours } = scene;
  const isHidden = (x: number, y: number) =>
    x < 0 || y < 0 || x > view.width || y > view.height || scene.isCovered(x, y);
  for (const { kind, name, ...at } of namedPlaces) {
    const { x, y } = toScreen(view, at.x, at.y);
    if (view.scale < scaleOf[kind] || isHidden(x, y)) continue;
    const font = isTown(kind) ? townFont : spotFont;
    if (!paintName(context, scene, { text: name, font, x, y, below: [11, -11, 20, -20] })) continue;
    context.fillStyle = colours['map-place'];
    context.beginPath();
    context.arc(x, y, isTown(kind) ? dotRadius : dotRadius / 2, 0, Math.PI * 2);
    context.fill();
  }
  if (view.scale > regionsToScale) return;
  context.globalAlpha = 0.7;
  for (const [name, east, north] of regions) {
    const { x, y } = toScreen(view, east, north);
    // Thin spaces: not every browser has the distance of letters.
    const text = [...name.toUpperCase()].join('\u2009');
    if (!isHidden(x, y)) paintName(context, scene, { text, font: regionFont, x, y, below: [0, 14, -14] });
  }
  context.globalAlpha = 1;
}

function isTown(kind: NamedPlace['kind']): boolean {
  return kind === 'city' || kind === 'town';
}

interface PlacedName {
  readonly text: string;
  readonly font: string;
  readonly x: number;
  readonly y: number;
  /** Pixels from the place to the middle of the name, the best first. */
  readonly below: readonly number[];
}

/** @returns whether a place was free */
function paintName(
  context: CanvasRenderingContext2D,
  { space, colours }: Scene,
  { text, font, x, y, below }: PlacedName,
): boolean {
  const width = Math.ceil(widthOf(context, font, text)) + 8;
  const box = below
    .map((down) => ({ left: x - width / 2, top: y + down - labelHeight / 2, width, height: labelHeight }))
    .find((each) => space.take(each));
  if (box === undefined) return false;
  const [colour, halo] = [colours['map-place'], colours['map-land']];
  const name = getSprite(`${text} ${font} ${colour}`, width, labelHeight, (own) => {
    own.font = font;
    own.textAlign = 'center';
    own.textBaseline = 'middle';
    own.lineJoin = 'round';
    own.lineWidth = 3;
    own.strokeStyle = halo;
    own.strokeText(text, width / 2, labelHeight / 2);
    own.fillStyle = colour;
    own.fillText(text, width / 2, labelHeight / 2);
  });
  paintSprite(context, name, box.left, box.top);
  return true;
}
