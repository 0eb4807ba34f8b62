import { type Coords, GridLayer } from 'leaflet';
import type { Colours } from '../common/colours.ts';
import { cellTiles, type WalkedGround } from './walked-ground.ts';
import { mapTileUrl, squareTiles, worldTiles } from './world.ts';

export interface Ground {
  readonly colours: Colours;
  readonly walked: WalkedGround;
  /** What was walked often stands out. */
  readonly heat: boolean;
  readonly tilesUrl: string | null;
  readonly plane: number;
}

const tilePixels = 256;
const gridFromZoom = -2;

/** What lies under everything: pictures where a source is named, else the grid of map squares; and the walked ground. */
export class GroundLayer extends GridLayer {
  #ground: Ground;

  constructor(ground: Ground) {
    super({ tileSize: tilePixels, updateWhenZooming: false, keepBuffer: 3, className: 'map-ground' });
    this.#ground = ground;
  }

  show(ground: Ground): void {
    this.#ground = ground;
    this.redraw();
  }

  protected override createTile(coords: Coords): HTMLElement {
    const canvas = document.createElement('canvas');
    const ratio = devicePixelRatio || 1;
    canvas.width = tilePixels * ratio;
    canvas.height = tilePixels * ratio;
    const context = canvas.getContext('2d');
    if (context === null) return canvas;
    context.scale(ratio, ratio);
    const { tilesUrl } = this.#ground;
    if (tilesUrl === null) this.#drawGrid(context, coords);
    else drawPicture(context, tilesUrl, coords, this.#ground.plane, () => this.#drawWalked(context, coords));
    this.#drawWalked(context, coords);
    return canvas;
  }

  #drawGrid(context: CanvasRenderingContext2D, coords: Coords): void {
    const { scale, west, north } = placeOfTile(coords);
    const span = tilePixels / scale;
    const { colours } = this.#ground;
    for (let index = 0; coords.z >= gridFromZoom && index <= span / squareTiles + 1; index += 1) {
      const line = (Math.ceil(west / squareTiles) + index) * squareTiles;
      drawLine(context, colours, line, (line - west) * scale, 'down');
    }
    for (let index = 0; coords.z >= gridFromZoom && index <= span / squareTiles + 1; index += 1) {
      const line = (Math.floor(north / squareTiles) - index) * squareTiles;
      drawLine(context, colours, line, (north - line) * scale, 'across');
    }
  }

  #drawWalked(context: CanvasRenderingContext2D, coords: Coords): void {
    const { scale, west, north } = placeOfTile(coords);
    const { walked, heat, colours } = this.#ground;
    const side = Math.max(1, cellTiles * scale);
    context.fillStyle = heat ? colours['map-heat'] : colours['map-walked'];
    for (const { x, y, times } of walked.within(west, north, tilePixels / scale)) {
      context.globalAlpha = heat
        ? Math.min(0.9, 0.12 + Math.log2(times) * 0.11)
        : Math.min(0.75, 0.35 + times * 0.05);
      context.fillRect((x - west) * scale, (north - y - cellTiles) * scale, side, side);
    }
    context.globalAlpha = 1;
  }
}

/** The tile's north-west corner in the world, and pixels for each tile of the game. */
function placeOfTile({ x, y, z }: Coords): { scale: number; west: number; north: number } {
  const scale = 2 ** z;
  return { scale, west: (x * tilePixels) / scale, north: (-y * tilePixels) / scale };
}

function drawLine(
  context: CanvasRenderingContext2D,
  colours: Colours,
  line: number,
  at: number,
  direction: 'down' | 'across',
): void {
  if (line < 0 || line > worldTiles || at < 0 || at > tilePixels) return;
  context.fillStyle = line % (squareTiles * 8) === 0 ? colours['map-line-strong'] : colours['map-line'];
  if (direction === 'down') context.fillRect(at, 0, 1, tilePixels);
  else context.fillRect(0, at, tilePixels, 1);
}

function drawPicture(
  context: CanvasRenderingContext2D,
  template: string,
  { x, y, z }: Coords,
  plane: number,
  onDrawn: () => void,
): void {
  const picture = new Image();
  picture.addEventListener('load', () => {
    context.drawImage(picture, 0, 0, tilePixels, tilePixels);
    onDrawn();
  });
  picture.src = mapTileUrl(template, { column: x, row: y, zoom: z, plane });
}
