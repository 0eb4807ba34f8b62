import { type RefObject, useEffect, useRef } from 'react';
import type { CoveredSides } from '../../map/covered-boxes.ts';
import type { LiveMap } from '../../map/live-map.ts';
import { latestPart, type TrailPosition } from '../../map/trails/trail-parts.ts';
import type { MapTarget } from '../map-view-address.ts';

interface Trails {
  readonly target: MapTarget | null;
  readonly trailed: readonly string[];
  readonly trails: readonly (readonly TrailPosition[])[];
  readonly hasLoadedTrails: boolean;
}

/** Moves the map once, when the wanted trail is loaded. */
export function useTrailTarget(
  map: RefObject<LiveMap | null>,
  element: RefObject<HTMLElement | null>,
  { target, trailed, trails, hasLoadedTrails }: Trails,
): void {
  const reached = useRef<MapTarget | null>(null);
  useEffect(() => {
    if (target === null || target === reached.current || !('trailsOf' in target) || !hasLoadedTrails) return;
    // The address names a new trail a moment after its button was pressed.
    if (!target.trailsOf.every((id) => trailed.includes(id))) return;
    reached.current = target;
    const wanted = trails.filter((_, index) => target.trailsOf.includes(trailed[index] ?? ''));
    const part = latestPart(wanted.findLast(({ length }) => length > 0) ?? []);
    if (element.current === null || map.current === null) return;
    // A player without a trail in this time stands somewhere.
    const places = part.length > 0 ? part : map.current.placesOf(target.trailsOf);
    map.current.moves.fit(places, coveredSides(element.current));
  }, [map, element, target, trailed, trails, hasLoadedTrails]);
}

/** A folded panel, and a panel that covers half of the map, as on a phone, are ignored. */
export function coveredSides(map: HTMLElement): CoveredSides {
  const part = (of: string) => map.parentElement?.querySelector<HTMLElement>(of);
  const widthOf = (panel: string) => {
    const width = part(panel)?.offsetWidth ?? 0;
    return width < map.offsetWidth / 2 ? width : 0;
  };
  const { bottom, height } = map.getBoundingClientRect();
  const heightOf = (panel: string) => {
    const covered = bottom - (part(panel)?.getBoundingClientRect().top ?? bottom);
    return covered < height / 2 ? covered : 0;
  };
  return {
    top: part('.live-sheets')?.offsetHeight ?? 0,
    left: widthOf('.live-players:not(.folded)'),
    right: widthOf('.live-feed:not(.folded)'),
    bottom: Math.max(heightOf('.layer-panel'), heightOf('.picked-card')),
  };
}
