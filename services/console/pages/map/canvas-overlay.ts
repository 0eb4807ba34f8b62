import {
  DomUtil,
  Layer,
  type LeafletEventHandlerFn,
  type Map as LeafletMap,
  Util,
  type ZoomAnimEvent,
} from 'leaflet';

/** Where tiles are on the screen: `scale` pixels a tile, and the pixels of tile 0,0. y of the world counts north. */
export interface View {
  readonly scale: number;
  readonly originX: number;
  readonly originY: number;
  readonly width: number;
  readonly height: number;
}

export function toScreen({ scale, originX, originY }: View, x: number, y: number): { x: number; y: number } {
  return { x: originX + (x + 0.5) * scale, y: originY - (y + 0.5) * scale };
}

type Paint = (context: CanvasRenderingContext2D, view: View) => void;

/** A canvas over the whole map that is painted anew for every frame in which the map moves, and when it is asked to. */
export class CanvasOverlay extends Layer {
  readonly #canvas = document.createElement('canvas');
  readonly #paint: Paint;
  #frame = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #shown: LeafletMap | null = null;

  constructor(pane: string, paint: Paint) {
    super();
    Util.setOptions(this, { pane });
    this.#paint = paint;
    this.#canvas.className = 'map-overlay leaflet-zoom-animated';
  }

  override onAdd(map: LeafletMap): this {
    this.#shown = map;
    this.getPane()?.append(this.#canvas);
    this.paintSoon();
    return this;
  }

  override onRemove(): this {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    clearTimeout(this.#timer);
    this.#shown = null;
    this.#canvas.remove();
    return this;
  }

  override getEvents(): Readonly<Record<string, LeafletEventHandlerFn>> {
    const soon = () => this.paintSoon();
    return {
      move: soon,
      zoomend: soon,
      viewreset: soon,
      resize: soon,
      zoomanim: (event) => this.#follow(event),
    };
  }

  /** Paints in the next frame, once. */
  paintSoon(): void {
    if (this.#frame !== 0 || this.#shown === null) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      if (this.#shown !== null) this.#paintOn(this.#shown);
    });
  }

  /** Paints again after `ms`, unless something else has it painted earlier. */
  paintAfter(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.paintSoon(), ms);
  }

  #paintOn(map: LeafletMap): void {
    const { x: width, y: height } = map.getSize();
    const ratio = devicePixelRatio || 1;
    const canvas = this.#canvas;
    if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
      canvas.width = Math.round(width * ratio);
      canvas.height = Math.round(height * ratio);
      canvas.style.width = `${width}px`;
      canvas.style.height = `${height}px`;
    }
    DomUtil.setTransform(canvas, map.containerPointToLayerPoint([0, 0]), 1);
    const context = canvas.getContext('2d');
    if (context === null) return;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, width, height);
    const origin = map.latLngToContainerPoint([0, 0]);
    const scale = map.getZoomScale(map.getZoom(), 0);
    this.#paint(context, { scale, originX: origin.x, originY: origin.y, width, height });
  }

  /** While Leaflet animates a zoom, the browser scales what is painted. */
  #follow(event: unknown): void {
    const map = this.#shown;
    if (map === null) return;
    const { center, zoom } = event as ZoomAnimEvent;
    const corner = map.containerPointToLatLng([0, 0]);
    const pane = DomUtil.getPosition(map.getPane('mapPane') ?? this.#canvas);
    const origin = map.project(center, zoom).subtract(map.getSize().divideBy(2)).add(pane).round();
    DomUtil.setTransform(this.#canvas, map.project(corner, zoom).subtract(origin), map.getZoomScale(zoom));
  }
}
