import { useEffect, useRef } from 'react';
import { readPageSettings } from '../browser/page-settings.ts';
import { onThemeChange } from '../browser/theme.ts';
import type { FeedFilter } from '../common/events/event-filter.ts';
import { LiveMap, type MapPick, type PastPlayer } from '../map/live-map.ts';
import { placeAtTime } from '../map/trails/replay-spans.ts';
import type { TrailPosition } from '../map/trails/trail-parts.ts';
import { WalkedGround } from '../map/trails/walked-ground.ts';
import { type Realm, realmOf } from '../map/world.ts';
import { useReadApi } from '../read-api/use-read-api.ts';
import type { Store } from '../state/store.ts';
import type { Layers } from './layers/layers.ts';
import { useEventMarkers } from './layers/use-event-markers.ts';
import { useWalkedGround } from './layers/use-walked-ground.ts';
import { type MapTarget, type MapView, mapViewText } from './map-view-address.ts';
import type { Picked } from './picks.ts';
import { coveredSides, useTrailTarget } from './trails/use-fit-map-to-trail.ts';
import { useUncoveredSpot } from './use-uncovered-spot.ts';

interface Props {
  readonly layers: Layers;
  /** Another value paints the names again, which keep clear of panels. */
  readonly folded: readonly string[];
  readonly hasEvents: boolean;
  readonly filter: FeedFilter;
  readonly followed: string;
  /** In the order of `trails`. */
  readonly trailed: readonly string[];
  readonly trails: readonly (readonly TrailPosition[])[];
  readonly hasLoadedTrails: boolean;
  /** The replayed time, epoch ms; null means now. */
  readonly shownTime: Store<number | null>;
  readonly first: MapView;
  readonly target: MapTarget | null;
  readonly picked: Picked | null;
  readonly onPick: (picked: MapPick) => void;
  readonly onMove: (place: string) => void;
  readonly onRealm: (realm: Realm) => void;
  readonly onDrag: () => void;
}

const addressAfterMs = 400;
const noGround = new WalkedGround();

export function LiveMapView(props: Props) {
  const { layers, folded, followed, target, filter, trailed, trails, shownTime } = props;
  const element = useRef<HTMLDivElement>(null);
  const map = useLiveMap(element, props);
  const { snapshot } = useReadApi();
  const markers = useEventMarkers(filter, props.hasEvents);
  const walked = useWalkedGround(layers.walked || layers.heat);

  useEffect(() => {
    const show = () => map.current?.showAccounts(snapshot.get()?.accounts.values() ?? []);
    show();
    return snapshot.subscribe(show);
  }, [map, snapshot]);
  useEffect(() => map.current?.showEvents(markers), [map, markers]);
  useEffect(() => map.current?.showTrails(trails), [map, trails]);
  useEffect(() => {
    const nameOf = (id: string) => snapshot.get()?.accounts.get(id)?.name ?? id;
    const show = () => map.current?.showPast(pastOf(shownTime.get(), trailed, trails, nameOf));
    show();
    return shownTime.subscribe(show);
  }, [map, shownTime, trailed, trails, snapshot]);
  useEffect(() => map.current?.showWalked(walked ?? noGround), [map, walked]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: see `folded`
  useEffect(() => map.current?.show(layers), [map, layers, folded]);
  useEffect(() => map.current?.choose(followed === '' ? null : followed, followed !== ''), [map, followed]);
  useEffect(() => {
    if (target === null || 'trailsOf' in target) return;
    if ('tile' in target) map.current?.moves.flyTo(target.tile, target.zoom);
    else if ('zoomBy' in target) map.current?.moves.zoomBy(target.zoomBy);
    else if (element.current !== null)
      map.current?.moves.showRealm(target.realm, coveredSides(element.current));
  }, [map, target]);
  useTrailTarget(map, element, props);
  useUncoveredSpot(map, element, props);
  return (
    <section
      ref={element}
      className="live-map"
      aria-label="Map of the guild; arrow keys move it, plus and minus zoom. The list of players holds everybody on it."
    />
  );
}

function pastOf(
  at: number | null,
  ids: readonly string[],
  trails: Props['trails'],
  nameOf: (id: string) => string,
): readonly PastPlayer[] | null {
  if (at === null) return null;
  return ids.flatMap((id, index) => {
    const place = placeAtTime(trails[index] ?? [], at);
    return place === null ? [] : { id, name: nameOf(id), place };
  });
}

/** The map is created once, and calls the handlers of the latest render. */
function useLiveMap(element: React.RefObject<HTMLDivElement | null>, props: Props) {
  const map = useRef<LiveMap | null>(null);
  const latest = useRef(props);
  latest.current = props;
  useEffect(() => {
    if (element.current === null) return;
    const { layers, first } = latest.current;
    // The map stays until the next page has loaded. Address changes in that time would lead back
    // here.
    const { pathname } = location;
    const isLeft = () => location.pathname !== pathname;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const made = new LiveMap(element.current, {
      tilesUrl: readPageSettings().mapTiles,
      display: layers,
      centre: first.centre,
      zoom: first.zoom,
      onPick: (picked) => latest.current.onPick(picked),
      onDrag: () => {
        if (!isLeft()) latest.current.onDrag();
      },
      onMove: (centre, zoom) => {
        latest.current.onRealm(realmOf(centre));
        clearTimeout(timer);
        timer = setTimeout(() => {
          if (!isLeft()) latest.current.onMove(mapViewText(centre, zoom));
        }, addressAfterMs);
      },
    });
    map.current = made;
    const forget = onThemeChange(() => made.recolour());
    return () => {
      forget();
      made.close();
      // The map reports its place once more while it closes.
      clearTimeout(timer);
      map.current = null;
    };
  }, [element]);
  return map;
}
