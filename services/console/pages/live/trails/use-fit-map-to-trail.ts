import { type RefObject, useEffect, useRef } from 'react';
import type { CoveredSides, LiveMap } from '../../map/live-map.ts';
import { longestWalk, type TrailPosition } from '../../map/trails/trail-parts.ts';
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
    const part = longestWalk(wanted.findLast(({ length }) => length > 0) ?? []);
    if (element.current !== null) map.current?.fit(part, coveredSides(element.current));
  }, [map, element, target, trailed, trails, hasLoadedTrails]);
}

/** On a phone, a panel covers the whole map and is ignored. */
function coveredSides(map: HTMLElement): CoveredSides {
  const part = (of: string) => map.parentElement?.querySelector<HTMLElement>(of);
  const widthOf = (panel: string) => {
    const width = part(panel)?.offsetWidth ?? 0;
    return width < map.offsetWidth / 2 ? width : 0;
  };
  return {
    left: widthOf('.live-players'),
    right: widthOf('.live-feed'),
    bottom: part('.layer-panel')?.offsetHeight ?? 0,
  };
}
