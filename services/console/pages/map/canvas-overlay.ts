import {
  DomUtil,
  type LatLng,
  Layer,
  type LeafletEventHandlerFn,
  type Map as LeafletMap,
  Point,
  Util,
  type ZoomAnimEvent,
} from 'leaflet';

/** Pixels per tile, and the pixels of tile 0,0. The world's y grows northward. */
export interface CanvasView {
  readonly scale: number;
  readonly originX: number;
  readonly originY: number;
  readonly width: number;
  readonly height: number;
}

export function toScreen(
  { scale, originX, originY }: CanvasView,
  x: number,
  y: number,
): { x: number; y: number } {
  return { x: originX + (x + 0.5) * scale, y: originY - (y + 0.5) * scale };
}

type Paint = (context: CanvasRenderingContext2D, view: CanvasView) => void;

/** The painted map in Leaflet's layer points, which do not change while the map is dragged. */
interface Painted {
  readonly corner: Point;
  /** The corner on the map, for a zoom, which moves layer points. */
  readonly cornerAt: LatLng;
  readonly tileZero: Point;
  readonly zoom: number;
}

/** Pixels beyond each edge that a drag can show without a repaint. */
const beyondMap = 192;
const noPoint = new Point(0, 0);

/**
 * Covers the map and its surroundings. Repaints on request when the map stands still, after a zoom,
 * and when a drag reaches the edge. A repaint in every frame of a drag would take too long.
 */
export class CanvasOverlay extends Layer {
  readonly #canvas = document.createElement('canvas');
  readonly #paint: Paint;
  readonly #reserve: number;
  #frame = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #shown: LeafletMap | null = null;
  #painted: Painted | null = null;
  #isMoving = false;
  #isZooming = false;

  /**
   * @param reserve pixels that are left at the edge when a drag repaints; different for each
   * canvas, so that no two repaint in one frame
   */
  constructor(pane: string, reserve: number, paint: Paint) {
    super();
    Util.setOptions(this, { pane });
    this.#reserve = reserve;
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
    const soon = () => this.#request();
    return {
      movestart: () => {
        this.#isMoving = true;
      },
      move: () => {
        if (!this.#reaches(this.#reserve)) this.#request();
      },
      moveend: () => {
        this.#isMoving = false;
        // The next drag needs space in every direction, and names keep clear of the edges.
        this.#request();
      },
      zoomend: () => {
        this.#isZooming = false;
        this.#request();
      },
      viewreset: soon,
      resize: soon,
      zoomanim: (event: unknown) => {
        const { center, zoom } = event as ZoomAnimEvent;
        this.#follow(center, zoom);
      },
      // Called in each frame of a pinch zoom.
      zoom: () => {
        if (this.#shown !== null) this.#follow(this.#shown.getCenter(), this.#shown.getZoom());
      },
    };
  }

  /** Repaints once in the next frame, or when the map stops moving. */
  paintSoon(): void {
    if (!this.#isMoving) this.#request();
  }

  /** Another call replaces the earlier call. */
  paintAfter(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.paintSoon(), ms);
  }

  /** @param point in the map's window */
  onCanvas(point: Point): Point {
    if (this.#shown === null || this.#painted === null) return point;
    return this.#shown.containerPointToLayerPoint(point).subtract(this.#painted.corner);
  }

  #request(): void {
    if (this.#frame !== 0 || this.#isZooming || this.#shown === null) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      if (this.#shown !== null && !this.#isZooming) this.#paintOn(this.#shown);
    });
  }

  /** Whether the painted area reaches this many pixels beyond each edge of the map. */
  #reaches(pixels: number): boolean {
    const { x, y } = this.onCanvas(noPoint);
    return Math.min(x, y, 2 * beyondMap - x, 2 * beyondMap - y) >= pixels && this.#isLikePainted();
  }

  /** False after a zoom. */
  #isLikePainted(): boolean {
    const [map, painted] = [this.#shown, this.#painted];
    if (map === null || painted === null) return false;
    return painted.zoom === map.getZoom() && painted.tileZero.equals(map.latLngToLayerPoint([0, 0]));
  }

  #paintOn(map: LeafletMap): void {
    const size = map.getSize();
    const [width, height] = [size.x + 2 * beyondMap, size.y + 2 * beyondMap];
    const ratio = devicePixelRatio || 1;
    const canvas = this.#canvas;
    if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
      canvas.width = Math.round(width * ratio);
      canvas.height = Math.round(height * ratio);
      canvas.style.width = `${width}px`;
      canvas.style.height = `${height}px`;
    }
    const corner = map.containerPointToLayerPoint([-beyondMap, -beyondMap]);
    const tileZero = map.latLngToLayerPoint([0, 0]);
    const zoom = map.getZoom();
    this.#painted = { corner, cornerAt: map.layerPointToLatLng(corner), tileZero, zoom };
    DomUtil.setTransform(canvas, corner, 1);
    const context = canvas.getContext('2d');
    if (context === null) return;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, width, height);
    const { x: originX, y: originY } = tileZero.subtract(corner);
    this.#paint(context, { scale: map.getZoomScale(zoom, 0), originX, originY, width, height });
  }

  /** The browser scales the painted canvas until the zoom ends. */
  #follow(centre: LatLng, zoom: number): void {
    const [map, painted] = [this.#shown, this.#painted];
    if (map === null || painted === null) return;
    this.#isZooming = true;
    const pane = DomUtil.getPosition(map.getPane('mapPane') ?? this.#canvas);
    const origin = map.project(centre, zoom).subtract(map.getSize().divideBy(2)).add(pane).round();
    const corner = map.project(painted.cornerAt, zoom).subtract(origin);
    DomUtil.setTransform(this.#canvas, corner, map.getZoomScale(zoom, painted.zoom));
  }
}
