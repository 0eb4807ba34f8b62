import { useEffect, useRef } from 'react';
import { readPageSettings } from '../../../browser/page-settings.ts';
import { onThemeChange } from '../../../browser/theme.ts';
import { LiveMap } from '../../../map/live-map.ts';
import { placeAtTime } from '../../../map/trails/replay-spans.ts';
import type { TrailPosition } from '../../../map/trails/trail-parts.ts';
import type { Store } from '../../../state/store.ts';
import { inShownRealm } from './shown-realm.ts';

interface Props {
  readonly id: string;
  readonly name: string;
  /** The map moves to the trail when the range changes. */
  readonly range: string;
  /** In order, not empty. */
  readonly points: readonly TrailPosition[];
  /** The replayed time, epoch ms; null is the end of the trail. */
  readonly shown: Store<number | null>;
}

const display = { plane: 0, heat: false, offline: true, names: true } as const;
const nothing = () => {};

export function TrailMap({ id, name, range, points, shown }: Props) {
  const element = useRef<HTMLDivElement>(null);
  const map = useRef<LiveMap | null>(null);
  useEffect(() => {
    if (element.current === null) return;
    const made = new LiveMap(element.current, {
      tilesUrl: readPageSettings().mapTiles,
      display,
      centre: { x: 0, y: 0, plane: 0 },
      zoom: 0,
      onPick: nothing,
      onMove: nothing,
      onDrag: nothing,
    });
    map.current = made;
    const forget = onThemeChange(() => made.recolour());
    return () => {
      forget();
      made.close();
      map.current = null;
    };
  }, []);
  useEffect(() => {
    map.current?.showTrails([points]);
    const show = () => {
      const place = placeAtTime(points, shown.get() ?? Date.parse(points.at(-1)?.at ?? ''));
      map.current?.showPast(place === null ? [] : [{ id, name, place }]);
      // A trail may lead through dungeons, which are elsewhere on the map.
      map.current?.choose(id, shown.get() !== null);
    };
    show();
    return shown.subscribe(show);
  }, [id, name, points, shown]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: later points do not move the map
  useEffect(() => map.current?.moves.fit(inShownRealm(points)), [id, range]);
  return <section ref={element} className="trail-map" aria-label={`Map with the trail of ${name}`} />;
}
