import { type Map as LeafletMap, latLngBounds } from 'leaflet';
import type { CoveredSides } from './covered-boxes.ts';
import { placeInOtherRealm, type Realm, realmBounds, type WorldTile } from './world.ts';

const fitMargin = 24;
const nothingCovered: CoveredSides = { top: 0, left: 0, right: 0, bottom: 0 };

/** Moves that the page asks for. */
export class MapMoves {
  readonly #map: LeafletMap;
  readonly #isStill: () => boolean;
  #isZooming = false;
  /** Waits for the end of the zoom. */
  #next: (() => void) | null = null;

  constructor(map: LeafletMap, isStill: () => boolean) {
    this.#map = map;
    this.#isStill = isStill;
    map.on('zoomanim', () => {
      this.#isZooming = true;
    });
    map.on('zoomend', () => {
      const next = this.#next;
      this.#isZooming = false;
      this.#next = null;
      next?.();
    });
  }

  flyTo({ x, y }: Pick<WorldTile, 'x' | 'y'>, zoom?: number): void {
    this.#afterZoom(() => {
      this.#map.setView([y + 0.5, x + 0.5], zoom ?? Math.max(1, this.#map.getZoom()), {
        animate: !this.#isStill(),
      });
    });
  }

  /** Uses the uncovered part of the map, up to a maximum zoom. */
  fit(places: readonly Pick<WorldTile, 'x' | 'y'>[], { top, left, right, bottom } = nothingCovered): void {
    const corners = latLngBounds(places.map(({ x, y }) => [y + 0.5, x + 0.5]));
    if (!corners.isValid()) return;
    this.#afterZoom(() => {
      this.#map.fitBounds(corners, {
        paddingTopLeft: [left + fitMargin, top + fitMargin],
        paddingBottomRight: [right + fitMargin, bottom + fitMargin],
        maxZoom: 2,
        animate: false,
      });
    });
  }

  /** Moves to the place under or over the current one, or else to the whole realm. */
  showRealm(realm: Realm, covered: CoveredSides): void {
    const { lat, lng } = this.#map.getCenter();
    const across = placeInOtherRealm({ x: lng, y: lat }, realm);
    if (across !== null) {
      this.#afterZoom(() => {
        this.#map.setView([across.y, across.x], this.#map.getZoom(), { animate: false });
      });
      return;
    }
    const [[west, south], [east, north]] = realmBounds[realm];
    this.fit(
      [west, east].map((x, index) => ({ x, y: [south, north][index] ?? 0 })),
      covered,
    );
  }

  zoomBy(levels: number): void {
    this.#afterZoom(() => this.#map.setZoom(this.#map.getZoom() + levels));
  }

  /** Moves a place out of a box in the window, over or under the box. */
  uncover({ x, y }: Pick<WorldTile, 'x' | 'y'>, box: DOMRect): void {
    this.#afterZoom(() => {
      const map = this.#map.getContainer().getBoundingClientRect();
      const point = this.#map.latLngToContainerPoint([y + 0.5, x + 0.5]);
      const [left, top] = [point.x + map.left, point.y + map.top];
      const isBeside = left < box.left - fitMargin || left > box.right + fitMargin;
      if (isBeside || top < box.top - fitMargin || top > box.bottom + fitMargin) return;
      const isLow = box.top + box.bottom > map.top + map.bottom;
      const down = isLow ? top - (box.top - fitMargin) : top - (box.bottom + fitMargin);
      this.#map.panBy([0, Math.round(down)], { animate: !this.#isStill() });
    });
  }

  /** Leaflet ignores each new view during an animated zoom. The last move waits. */
  #afterZoom(move: () => void): void {
    if (this.#isZooming) this.#next = move;
    else move();
  }
}
