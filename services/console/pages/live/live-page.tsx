import { Suspense, useState } from 'react';
import { everyEvent, parseFilter } from '../common/event-filter.ts';
import { lazyPart } from '../common/lazy-part.tsx';
import { createStore } from '../hub/store.ts';
import { useRemembered } from '../hub/use-remembered.ts';
import { useTitle } from '../hub/use-title.ts';
import type { Picked } from '../map/live-map.ts';
import { FeedPanel } from './feed-panel.tsx';
import { LayerPanel } from './layer-panel.tsx';
import { defaultLayers, parseLayers } from './layers.ts';
import { PickedCard } from './picked-card.tsx';
import { parsePlace } from './place-in-address.ts';
import { PlayersPanel } from './players-panel.tsx';
import { Replay } from './replay.tsx';
import { SessionChoice } from './session-choice.tsx';
import { SheetSwitch, useSheet } from './sheets.tsx';
import { Toasts } from './toasts.tsx';
import { sessionOf } from './trail-range.ts';
import { useMapPlace } from './use-map-place.ts';
import { useShownTrails } from './use-trails.ts';
import './live.css';

const waiting = <div className="live-map" aria-busy="true" />;
const LiveMapView = lazyPart(async () => (await import('./live-map-view.tsx')).LiveMapView, waiting);

/** The map with everybody whom the key sees, and what happens to them. */
export function LivePage() {
  useTitle('Live map');
  const trails = useShownTrails();
  const [shownTime] = useState(() => createStore<number | null>(null));
  const [layers, setLayers] = useRemembered('layers', defaultLayers, parseLayers);
  const [filter, setFilter] = useRemembered('feed', everyEvent, parseFilter);
  const [picked, setPicked] = useState<Picked | null>(null);
  const [sheet, setSheet] = useSheet();
  const map = useMapPlace(trails, () => setSheet('map'));
  return (
    <main id="content" className="live" data-sheet={sheet}>
      <h1 className="hidden-text">Live map</h1>
      <Suspense fallback={waiting}>
        <LiveMapView
          layers={layers}
          filter={filter}
          followed={map.followed}
          trailed={trails.ids}
          trails={trails.points}
          arrived={trails.arrived}
          shownTime={shownTime}
          first={parsePlace(map.place)}
          goal={map.goal}
          onPick={setPicked}
          onMove={map.setPlace}
          onDrag={map.letGo}
        />
      </Suspense>
      <PlayersPanel
        followed={map.followed}
        trails={trails.ids}
        range={sessionOf(trails.session) === null ? trails.range : null}
        onFollow={(id) => {
          map.setFollowed(id);
          setSheet('map');
        }}
        onTrail={map.toggleTrail}
        onRange={trails.setRange}
        onGo={map.go}
      >
        <SessionChoice id={trails.ids.at(-1)} chosen={trails.session} onChoose={map.chooseSession} />
      </PlayersPanel>
      <FeedPanel filter={filter} onFilter={setFilter} />
      {layers.toasts && <Toasts filter={filter} />}
      <LayerPanel layers={layers} onChange={setLayers} onGo={map.go}>
        <Replay trails={trails.points} shown={shownTime} />
      </LayerPanel>
      {picked !== null && (
        <PickedCard
          picked={picked}
          trails={trails.ids}
          onFollow={map.setFollowed}
          onTrail={map.toggleTrail}
          onClose={() => setPicked(null)}
        />
      )}
      <SheetSwitch sheet={sheet} onChange={setSheet} />
    </main>
  );
}
