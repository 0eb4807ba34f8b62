import 'leaflet/dist/leaflet.css';
import './map.css';
import { CRS, Map as LeafletMap, latLngBounds, Point } from 'leaflet';
import type { SnapshotAccount } from '../../../../shared/client/api.ts';
import { readColours, seriesColours } from '../browser/colours.ts';
import { CanvasOverlay, type CanvasView } from './canvas-overlay.ts';
import { coveredBoxes } from './covered-boxes.ts';
import type { EventMarker } from './event-marker.ts';
import { freshnessOf, type LivePlayer } from './live-player.ts';
import { MapMoves } from './map-moves.ts';
import { MapTileLayer } from './map-tile-layer.ts';
import { frameIntervalMs, isMoving, nextMotion, placeAt } from './motion.ts';
import { markerBox, paintEventCounts, paintEvents } from './paint/paint-events.ts';
import { paintGrid, paintWalkedGround } from './paint/paint-ground.ts';
import { paintLand } from './paint/paint-land.ts';
import { paintPlayers } from './paint/paint-players.ts';
import { paintTrails } from './paint/paint-trails.ts';
import type { ScreenStack } from './paint/stacks.ts';
import { splitTrail, type TrailParts, type TrailPosition } from './trails/trail-parts.ts';
import { WalkedGround } from './trails/walked-ground.ts';
import { viewLimits, type WorldTile, worldSideTiles } from './world.ts';

export interface PastPlayer {
  readonly id: string;
  readonly name: string;
  readonly place: WorldTile;
}

export interface MapPick {
  readonly players: readonly string[];
  readonly markers: readonly EventMarker[];
  /** Null when nothing is there. */
  readonly place: WorldTile | null;
}

export interface MapDisplay {
  readonly plane: number;
  readonly heat: boolean;
  readonly offline: boolean;
  readonly names: boolean;
}

export interface LiveMapOptions {
  readonly tilesUrl: string | null;
  readonly display: MapDisplay;
  readonly centre: WorldTile;
  readonly zoom: number;
  readonly onPick: (picked: MapPick) => void;
  /** Called after the viewer or the page moved the map. */
  readonly onMove: (centre: { readonly x: number; readonly y: number }, zoom: number) => void;
  readonly onDrag: () => void;
}

const zoomMax = 6;
const pickRadius = 16;
/** Pixels from a player to the middle of a marker. */
const markerAbove = 20;
const mapCorner = new Point(0, 0);
/** A little longer than a poll, so that a walking player does not stop between polls. */
const motionMs = 3_600;

/** The creator has to call `close`. */
export class LiveMap {
  readonly moves: MapMoves;
  readonly #map: LeafletMap;
  readonly #mapTiles: MapTileLayer | null;
  /** The rarely changing layer: ground and trails. */
  readonly #ground: CanvasOverlay;
  readonly #players: CanvasOverlay;
  readonly #least: { readonly x: number; readonly y: number };
  readonly #still = matchMedia('(prefers-reduced-motion: reduce)');
  #walked = new WalkedGround();
  #drawn: readonly TrailParts[] = [];
  #known = new Map<string, LivePlayer>();
  #past: readonly LivePlayer[] | null = null;
  #markers: readonly EventMarker[] = [];
  #display: MapDisplay;
  #colours = readColours();
  #chosen: string | null = null;
  #isFollowing = false;
  #playerStacks: readonly ScreenStack<LivePlayer>[] = [];
  #eventStacks: readonly ScreenStack<EventMarker>[] = [];

  constructor(element: HTMLElement, options: LiveMapOptions) {
    this.#display = options.display;
    const still = this.#still.matches;
    const { minZoom, least } = viewLimits(element.getBoundingClientRect());
    this.#least = least;
    this.#map = new LeafletMap(element, {
      crs: CRS.Simple,
      minZoom,
      maxZoom: zoomMax,
      zoomSnap: 0.5,
      zoomDelta: 1,
      wheelPxPerZoomLevel: 90,
      attributionControl: false,
      zoomControl: false,
      zoomAnimation: !still,
      inertia: !still,
      maxBounds: latLngBounds([least.y, least.x], [worldSideTiles, worldSideTiles]),
      center: [options.centre.y, options.centre.x],
      zoom: options.zoom,
    });
    this.moves = new MapMoves(this.#map, () => this.#still.matches);
    this.#mapTiles =
      options.tilesUrl === null ? null : new MapTileLayer(options.tilesUrl, options.display.plane);
    this.#ground = new CanvasOverlay('overlayPane', 0, (context, view) => this.#paintGround(context, view));
    this.#players = new CanvasOverlay('markerPane', 64, (context, view) => {
      const now = Date.now();
      this.#eventStacks = paintEvents(context, view, this.#markers, this.#colours, now);
      const { panels, edges } = coveredBoxes(element, this.#players.onCanvas(mapCorner));
      const scene = {
        players: this.#shown(),
        colours: this.#colours,
        plane: this.#display.plane,
        chosen: this.#chosen,
        hasPlaceNames: this.#display.names,
        blocked: [...this.#eventStacks.map(markerBox), ...edges],
        panels,
      };
      this.#playerStacks = paintPlayers(context, view, scene, now);
      paintEventCounts(context, this.#eventStacks, this.#colours);
      this.#afterPaint(now, view.scale);
    });
    if (this.#mapTiles !== null) this.#map.addLayer(this.#mapTiles);
    this.#map.addLayer(this.#ground).addLayer(this.#players);
    this.#map.on('click', ({ containerPoint }) => options.onPick(this.#at(containerPoint)));
    this.#map.on('moveend', () => {
      const { lat, lng } = this.#map.getCenter();
      options.onMove({ x: Math.round(lng), y: Math.round(lat) }, this.#map.getZoom());
    });
    this.#map.on('dragstart', options.onDrag);
  }

  showAccounts(accounts: Iterable<SnapshotAccount>): void {
    const now = Date.now();
    const withinMs = this.#still.matches ? 0 : motionMs;
    const next = new Map<string, LivePlayer>();
    for (const account of accounts) {
      const { id, name, location } = account;
      if (location === undefined || location === null) continue;
      const before = this.#known.get(id);
      const motion = nextMotion(before?.motion, location, { now, withinMs });
      const freshness = freshnessOf(account);
      const isSame = before?.motion === motion && before.freshness === freshness && before.name === name;
      next.set(id, isSame ? before : { id, name, freshness, motion });
    }
    this.#known = next;
    this.#players.paintSoon();
  }

  /** Null shows the current players again. */
  showPast(players: readonly PastPlayer[] | null): void {
    const standing = ({ id, name, place }: PastPlayer): LivePlayer => {
      return { id, name, freshness: 'online', motion: { from: place, to: place, startsAt: 0, endsAt: 0 } };
    };
    this.#past = players?.map(standing) ?? null;
    this.#players.paintSoon();
  }

  placesOf(ids: readonly string[]): readonly WorldTile[] {
    return ids.flatMap((id) => this.#known.get(id)?.motion.to ?? []);
  }

  showEvents(markers: readonly EventMarker[]): void {
    this.#markers = markers;
    this.#players.paintSoon();
  }

  showTrails(trails: readonly (readonly TrailPosition[])[]): void {
    this.#drawn = trails.map(splitTrail);
    this.#ground.paintSoon();
  }

  showWalked(walked: WalkedGround): void {
    this.#walked = walked;
    this.#ground.paintSoon();
  }

  show(display: MapDisplay): void {
    this.#display = display;
    this.#mapTiles?.showPlane(display.plane);
    this.#ground.paintSoon();
    this.#players.paintSoon();
  }

  recolour(): void {
    this.#colours = readColours();
    this.#ground.paintSoon();
    this.#players.paintSoon();
  }

  choose(id: string | null, following: boolean): void {
    this.#chosen = id;
    this.#isFollowing = following;
    this.#players.paintSoon();
  }

  close(): void {
    this.#map.remove();
    // Leaflet reports a move shortly after a resize, and would read the place of the removed map.
    this.#map.off();
  }

  #shown(): readonly LivePlayer[] {
    if (this.#past !== null) return this.#past;
    const all = [...this.#known.values()];
    return this.#display.offline
      ? all
      : all.filter(({ id, freshness }) => freshness !== 'offline' || id === this.#chosen);
  }

  #paintGround(context: CanvasRenderingContext2D, view: CanvasView): void {
    const [colours, { heat }] = [this.#colours, this.#display];
    if (this.#mapTiles === null) {
      paintLand(context, view, colours);
      paintGrid(context, view, colours);
    }
    paintWalkedGround(context, view, { walked: this.#walked, heat, colours });
    paintTrails(context, view, this.#drawn, seriesColours(colours));
  }

  /** The next frame is painted only while a visible player moves. */
  #afterPaint(now: number, scale: number): void {
    const chosen = this.#shown().find(({ id }) => id === this.#chosen);
    if (this.#isFollowing && chosen !== undefined) this.#centreOn(placeAt(chosen.motion, now), scale);
    if (this.#playerStacks.some(({ items }) => items.some(({ motion }) => isMoving(motion, now)))) {
      this.#players.paintAfter(frameIntervalMs(scale));
    }
  }

  /** `setView` would make Leaflet rebuild everything. The map stays within the world. */
  #centreOn({ x, y }: Pick<WorldTile, 'x' | 'y'>, scale: number): void {
    const half = this.#map.getSize().divideBy(2 * scale);
    const within = (at: number, margin: number, least: number) =>
      margin * 2 > worldSideTiles - least
        ? (worldSideTiles + least) / 2
        : Math.min(worldSideTiles - margin, Math.max(least + margin, at));
    const { lat, lng } = this.#map.getCenter();
    const right = Math.round((within(x + 0.5, half.x, this.#least.x) - lng) * scale);
    const down = Math.round((lat - within(y + 0.5, half.y, this.#least.y)) * scale);
    if (right !== 0 || down !== 0) this.#map.panBy([right, down], { animate: false });
  }

  /** @param point in the map's window */
  #at(point: Point): MapPick {
    const { x, y } = this.#players.onCanvas(point);
    const near = <Item>(stacks: readonly ScreenStack<Item>[], up = 0) =>
      stacks.find((stack) => (stack.x - x) ** 2 + (stack.y - y + up) ** 2 <= pickRadius ** 2)?.items;
    const players = near(this.#playerStacks) ?? [];
    // A press on a player also picks the marker above the player.
    const markers = near(this.#eventStacks) ?? near(this.#eventStacks, markerAbove) ?? [];
    const place = players[0]?.motion.to ?? markers[0]?.place ?? null;
    return { players: players.map(({ id }) => id), markers, place };
  }
}
