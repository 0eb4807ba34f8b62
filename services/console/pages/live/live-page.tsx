import { lazy, Suspense, useState } from 'react';
import { everyEvent, parseFilter } from '../common/event-filter.ts';
import { createStore } from '../hub/store.ts';
import { useAddressChoice, useAddressIds, useAddressValue } from '../hub/use-address.ts';
import { useAccounts } from '../hub/use-reading.ts';
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
import { trailRanges } from './trail-range.ts';
import { useTrails } from './use-trails.ts';
import './live.css';

const LiveMapView = lazy(async () => ({ default: (await import('./live-map-view.tsx')).LiveMapView }));
const trailsMax = 8;
const sheets = ['map', 'players', 'events'] as const;
type Sheet = (typeof sheets)[number];

/** The map with everybody whom the key sees, and what happens to them. */
export function LivePage() {
  useTitle('Live map');
  const { accounts, loaded } = useAccounts();
  const [followed, setFollowed] = useAddressValue('follow', '');
  const [trails, setTrails] = useAddressIds('trails', trailsMax);
  const [range, setRange] = useAddressChoice('range', trailRanges);
  const [session, setSession] = useAddressValue('session', '');
  const points = useTrails(trails, range, session);
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
  const toggleTrail = (id: string) =>
    setTrails(trails.includes(id) ? trails.filter((each) => each !== id) : [...trails, id].slice(-trailsMax));
  return (
    <main id="content" className="live" data-sheet={sheet}>
      <h1 className="hidden-text">Live map</h1>
      <Suspense fallback={<div className="live-map" aria-busy="true" />}>
        <LiveMapView
          layers={layers}
          filter={filter}
          followed={followed}
          trailed={trails}
          trails={points}
          shownTime={shownTime}
          first={parsePlace(place)}
          goal={goal}
          onPick={setPicked}
          onMove={setPlace}
          onDrag={() => setFollowed('')}
        />
      </Suspense>
      <PlayersPanel
        accounts={accounts}
        loaded={loaded}
        followed={followed}
        trails={trails}
        range={range}
        onFollow={(id) => {
          setFollowed(id === followed ? '' : id);
          setSheet('map');
        }}
        onTrail={toggleTrail}
        onRange={(next) => {
          setSession('');
          setRange(next);
        }}
        onGo={go}
      >
        <SessionChoice id={trails.at(-1)} chosen={session} onChoose={setSession} />
      </PlayersPanel>
      <FeedPanel filter={filter} onFilter={setFilter} />
      {layers.toasts && <Toasts filter={filter} />}
      <LayerPanel layers={layers} onChange={setLayers} onGo={go}>
        <Replay trails={points} shown={shownTime} />
      </LayerPanel>
      {picked !== null && (
        <PickedCard
          picked={picked}
          accounts={accounts}
          trails={trails}
          onFollow={setFollowed}
          onTrail={toggleTrail}
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
