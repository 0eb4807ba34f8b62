import { Suspense, useState, useSyncExternalStore } from 'react';
import type { SnapshotAccount } from '../../../../shared/client/api.ts';
import { useTitle } from '../browser/use-title.ts';
import { emptyFeedFilter, parseFeedFilter } from '../common/events/event-filter.ts';
import { lazyPart } from '../common/lazy-part.tsx';
import { freshnessOf } from '../map/live-player.ts';
import { type Realm, realmOf, realmTitles } from '../map/world.ts';
import { useReadApi } from '../read-api/use-read-api.ts';
import { createStore } from '../state/store.ts';
import { useAddressValue } from '../state/use-address-value.ts';
import { useRemembered } from '../state/use-remembered.ts';
import { FeedPanel } from './events/feed-panel.tsx';
import { Toasts } from './events/toasts.tsx';
import { LayerPanel } from './layers/layer-panel.tsx';
import { defaultLayers, parseLayers } from './layers/layers.ts';
import { type MapTarget, parseMapView } from './map-view-address.ts';
import { type Picked, PickedCard } from './picked-card.tsx';
import { PlayersPanel } from './players/players-panel.tsx';
import { PlaySessionChoice } from './trails/play-session-choice.tsx';
import { Replay } from './trails/replay.tsx';
import { parsePlaySession } from './trails/trail-range.ts';
import { useShownTrails } from './trails/use-trails.ts';
import './live.css';

const waiting = <div className="live-map" aria-busy="true" />;
const LiveMapView = lazyPart(async () => (await import('./live-map-view.tsx')).LiveMapView, waiting);

export function LivePage() {
  useTitle('Live map');
  const trails = useShownTrails();
  const [shownTime] = useState(() => createStore<number | null>(null));
  const [layers, setLayers] = useRemembered('layers', defaultLayers, parseLayers);
  const [filter, setFilter] = useRemembered('feed', emptyFeedFilter, parseFeedFilter);
  const [picked, setPicked] = useState<Picked | null>(null);
  const { snapshot } = useReadApi();
  const [tab, setTab] = usePhoneTab();
  const map = useMapView(trails, () => setTab('map'));
  return (
    <main id="content" className="live" data-sheet={tab}>
      <h1 className="hidden-text">Live map</h1>
      <Suspense fallback={waiting}>
        <LiveMapView
          layers={layers}
          filter={filter}
          followed={map.followed}
          trailed={trails.ids}
          trails={trails.points}
          hasLoadedTrails={trails.isLoaded}
          shownTime={shownTime}
          first={parseMapView(map.place)}
          target={map.target}
          onPick={setPicked}
          onMove={map.setPlace}
          onDrag={map.stopFollowing}
        />
      </Suspense>
      <PlayersPanel
        followed={map.followed}
        trails={trails.ids}
        range={parsePlaySession(trails.session) === null ? trails.range : null}
        onFollow={(id) => {
          map.follow(id);
          setPicked(id === '' ? null : { title: 'Followed player', players: [id], markers: [] });
        }}
        onTrail={map.toggleTrail}
        onRange={trails.setRange}
        onGo={map.go}
      >
        <PlaySessionChoice id={trails.ids.at(-1)} chosen={trails.session} onChoose={map.chooseSession} />
      </PlayersPanel>
      <FeedPanel filter={filter} onFilter={setFilter} />
      {layers.toasts && <Toasts filter={filter} />}
      <LayerPanel
        layers={layers}
        onChange={setLayers}
        onGo={(target) => {
          map.go(target);
          // These realms are much larger than the view.
          if ('realm' in target && target.realm !== 'surface')
            setPicked(pickRealm(snapshot.get()?.accounts.values() ?? [], target.realm));
        }}
      >
        <Replay trails={trails.points} shown={shownTime} />
      </LayerPanel>
      {picked !== null && (
        <PickedCard
          picked={picked}
          trails={trails.ids}
          onFollow={map.follow}
          onTrail={map.toggleTrail}
          onClose={() => setPicked(null)}
        />
      )}
      <PhoneTabs tab={tab} onChange={setTab} />
    </main>
  );
}

/** Players who are online come first. */
function pickRealm(accounts: Iterable<SnapshotAccount>, realm: Realm): Picked {
  const there = [...accounts].filter(({ location }) => location && realmOf(location) === realm);
  const isOffline = (account: SnapshotAccount) => Number(freshnessOf(account) === 'offline');
  const players = there.toSorted((one, other) => isOffline(one) - isOffline(other)).map(({ id }) => id);
  return { title: realmTitles[realm], players, markers: [] };
}

const phoneTabs = ['map', 'players', 'events'] as const;
type PhoneTab = (typeof phoneTabs)[number];

/**
 * Without any account, the default is the list of players, whose text explains how to appear there.
 */
function usePhoneTab(): readonly [PhoneTab, (tab: PhoneTab) => void] {
  const { snapshot } = useReadApi();
  const isNobody = useSyncExternalStore(snapshot.subscribe, () => snapshot.get()?.accounts.size === 0);
  const [chosen, choose] = useState<PhoneTab | null>(null);
  return [chosen ?? (isNobody ? 'players' : 'map'), choose];
}

interface Props {
  readonly tab: PhoneTab;
  readonly onChange: (tab: PhoneTab) => void;
}

function PhoneTabs({ tab, onChange }: Props) {
  return (
    <nav className="live-sheets" aria-label="Parts of the live page">
      {phoneTabs.map((name) => (
        <button key={name} type="button" aria-pressed={tab === name} onClick={() => onChange(name)}>
          {name}
        </button>
      ))}
    </nav>
  );
}

/** @param showMap called when the viewer wants to see the map */
function useMapView(trails: ReturnType<typeof useShownTrails>, showMap: () => void) {
  const [followed, setFollowed] = useAddressValue('follow', '');
  const [place, setPlace] = useAddressValue('at', '');
  // An address with trails and without a place moves the map to the trails.
  const [target, setTarget] = useState<MapTarget | null>(
    place === '' && followed === '' && trails.ids.length > 0 ? { trailsOf: trails.ids } : null,
  );
  const go = (next: MapTarget) => {
    setTarget(next);
    // Zooming does not stop following.
    if ('zoomBy' in next) return;
    setFollowed('');
    showMap();
  };
  return {
    place,
    setPlace,
    target,
    go,
    followed,
    follow: (id: string) => {
      setFollowed(id);
      showMap();
    },
    stopFollowing: () => {
      setFollowed('');
      setTarget(null);
    },
    toggleTrail: (id: string) => {
      trails.toggle(id);
      if (!trails.ids.includes(id)) go({ trailsOf: [id] });
    },
    chooseSession: (session: string) => {
      trails.setSession(session);
      if (session !== '') go({ trailsOf: trails.ids.slice(-1) });
    },
  };
}
