import { type Coords, TileLayer } from 'leaflet';
import { mapTileUrl } from './world.ts';

export class MapTileLayer extends TileLayer {
  readonly #template: string;
  #plane: number;

  constructor(template: string, plane: number) {
    super(template, { updateWhenZooming: false, keepBuffer: 3 });
    this.#template = template;
    this.#plane = plane;
  }

  showPlane(plane: number): void {
    if (plane === this.#plane) return;
    this.#plane = plane;
    this.redraw();
  }

  override getTileUrl({ x, y, z }: Coords): string {
    return mapTileUrl(this.#template, { column: x, row: y, zoom: z, plane: this.#plane });
  }
}
