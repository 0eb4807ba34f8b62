import type { PageColours } from '../../browser/colours.ts';
import { wilderness } from '../../common/wilderness.ts';
import type { CanvasView } from '../canvas-overlay.ts';
import { coastPath } from '../land/coast-path.ts';
import { getSprite } from './sprites.ts';

/** The charted sea with its edge, in tiles. */
const sea = { west: 896, south: 2_240, width: 3_200, height: 1_984 } as const;
const land = new Path2D(coastPath);
const [west, south, east, north] = wilderness;
const wildernessArea = [west, south, east + 1 - west, north + 1 - south] as const;
const wildernessOpacity = { tint: 0.16, border: 0.45 } as const;
/** Pixels. */
const dashes = [6, 5] as const;

/** Pixels per tile of a blurred picture. */
const blurredScale = 0.25;
/** Tiles over which land and sea blur. */
const blurTiles = 56;

type Fill = (context: CanvasRenderingContext2D) => void;
type Layer = readonly [colour: string, fill: Fill];
const fillLand: Fill = (context) => context.fill(land, 'evenodd');
const fillSea: Fill = (context) =>
  context.fillRect(
    sea.west + blurTiles,
    sea.south + blurTiles,
    sea.width - 2 * blurTiles,
    sea.height - 2 * blurTiles,
  );
const fillWilderness: Fill = (context) => context.fillRect(...wildernessArea);

/** For a map without pictures: land is lighter at its coast, and water is lighter near land. */
export function paintLand(context: CanvasRenderingContext2D, view: CanvasView, colours: PageColours): void {
  const { scale, originX, originY } = view;
  const inTiles = (paint: Fill) => {
    context.save();
    context.translate(originX + scale / 2, originY - scale / 2);
    context.scale(scale, -scale);
    paint(context);
    context.restore();
  };
  const paintBlurred = (...layers: readonly Layer[]) => {
    const left = originX + (sea.west + 0.5) * scale;
    const top = originY - (sea.south + sea.height + 0.5) * scale;
    context.drawImage(blurred(layers), left, top, sea.width * scale, sea.height * scale);
  };
  context.fillStyle = colours['map-shore'];
  inTiles(fillLand);
  context.globalCompositeOperation = 'source-atop';
  paintBlurred([colours['map-land'], fillLand]);
  context.globalAlpha = wildernessOpacity.tint;
  paintBlurred([colours.danger, fillWilderness]);
  context.globalAlpha = wildernessOpacity.border;
  context.strokeStyle = colours.danger;
  context.lineWidth = 1 / scale;
  context.setLineDash(dashes.map((pixels) => pixels / scale));
  inTiles(() => context.strokeRect(...wildernessArea));
  context.setLineDash([]);
  context.globalAlpha = 1;
  context.globalCompositeOperation = 'destination-over';
  paintBlurred([colours['map-water'], fillSea], [colours['map-shallows'], fillLand]);
  context.globalCompositeOperation = 'source-over';
  context.strokeStyle = colours['map-coast'];
  context.lineWidth = 1 / scale;
  inTiles(() => context.stroke(land));
}

/** The shadows of shapes, because not every browser has filters of a canvas. Drawn once. */
function blurred(layers: readonly Layer[]): HTMLCanvasElement {
  const [width, height] = [sea.width * blurredScale, sea.height * blurredScale];
  return getSprite(`blurred ${layers.map(([colour]) => colour)}`, width, height, (own) => {
    const ratio = own.getTransform().a;
    // In pixels of the picture. The shapes themselves are outside of the picture.
    own.shadowBlur = blurTiles * blurredScale * ratio;
    own.shadowOffsetX = width * ratio;
    own.translate(-width, 0);
    own.scale(blurredScale, -blurredScale);
    own.translate(-sea.west, -sea.south - sea.height);
    for (const [colour, fill] of layers) {
      own.shadowColor = colour;
      fill(own);
    }
  });
}
