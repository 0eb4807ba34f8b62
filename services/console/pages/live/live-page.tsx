import { lazy, Suspense, useState } from 'react';
import { everyEvent, parseFilter } from '../common/event-filter.ts';
import { createStore } from '../hub/store.ts';
import { useAddressValue } from '../hub/use-address.ts';
import { useRemembered } from '../hub/use-remembered.ts';
import { useTitle } from '../hub/use-title.ts';
import type { Picked } from '../map/live-map.ts';
import { FeedPanel } from './feed-panel.tsx';
import { LayerPanel } from './layer-panel.tsx';
import { defaultLayers, parseLayers } from './layers.ts';
import { PickedCard } from './picked-card.tsx';
import { type MapGoal, parsePlace } from './place-in-address.ts';
import { PlayersPanel } from './players-panel.tsx';
import { Replay } from './replay.tsx';
import { SessionChoice } from './session-choice.tsx';
import { Toasts } from './toasts.tsx';
import { useShownTrails } from './use-trails.ts';
import './live.css';

const LiveMapView = lazy(async () => ({ default: (await import('./live-map-view.tsx')).LiveMapView }));
const sheets = ['map', 'players', 'events'] as const;
type Sheet = (typeof sheets)[number];

/** The map with everybody whom the key sees, and what happens to them. */
export function LivePage() {
  useTitle('Live map');
  const [followed, setFollowed] = useAddressValue('follow', '');
  const trails = useShownTrails();
  const [shownTime] = useState(() => createStore<number | null>(null));
  const [place, setPlace] = useAddressValue('at', '');
  const [layers, setLayers] = useRemembered('layers', defaultLayers, parseLayers);
  const [filter, setFilter] = useRemembered('feed', everyEvent, parseFilter);
  const [goal, setGoal] = useState<MapGoal | null>(null);
  const [picked, setPicked] = useState<Picked | null>(null);
  const [sheet, setSheet] = useState<Sheet>('map');
  const go = (next: MapGoal) => {
    setFollowed('');
    setGoal(next);
    setSheet('map');
  };
  return (
    <main id="content" className="live" data-sheet={sheet}>
      <h1 className="hidden-text">Live map</h1>
      <Suspense fallback={<div className="live-map" aria-busy="true" />}>
        <LiveMapView
          layers={layers}
          filter={filter}
          followed={followed}
          trailed={trails.ids}
          trails={trails.points}
          shownTime={shownTime}
          first={parsePlace(place)}
          goal={goal}
          onPick={setPicked}
          onMove={setPlace}
          onDrag={() => setFollowed('')}
        />
      </Suspense>
      <PlayersPanel
        followed={followed}
        trails={trails.ids}
        range={trails.range}
        onFollow={(id) => {
          setFollowed(id);
          setSheet('map');
        }}
        onTrail={trails.toggle}
        onRange={trails.setRange}
        onGo={go}
      >
        <SessionChoice id={trails.ids.at(-1)} chosen={trails.session} onChoose={trails.setSession} />
      </PlayersPanel>
      <FeedPanel filter={filter} onFilter={setFilter} />
      {layers.toasts && <Toasts filter={filter} />}
      <LayerPanel layers={layers} onChange={setLayers} onGo={go}>
        <Replay trails={trails.points} shown={shownTime} />
      </LayerPanel>
      {picked !== null && (
        <PickedCard
          picked={picked}
          trails={trails.ids}
          onFollow={setFollowed}
          onTrail={trails.toggle}
          onClose={() => setPicked(null)}
        />
      )}
      <SheetSwitch sheet={sheet} onChange={setSheet} />
    </main>
  );
}

interface SwitchProps {
  readonly sheet: Sheet;
  readonly onChange: (sheet: Sheet) => void;
}

/** On a phone one part fills the screen. */
function SheetSwitch({ sheet, onChange }: SwitchProps) {
  return (
    <nav className="live-sheets" aria-label="Parts of the live page">
      {sheets.map((name) => (
        <button key={name} type="button" aria-pressed={sheet === name} onClick={() => onChange(name)}>
          {name}
        </button>
      ))}
    </nav>
  );
}
