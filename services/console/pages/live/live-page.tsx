import { Suspense, useEffect, useState, useSyncExternalStore } from 'react';
import { useTitle } from '../browser/use-title.ts';
import { emptyFeedFilter, parseFeedFilter } from '../common/events/event-filter.ts';
import { lazyPart } from '../common/lazy-part.tsx';
import type { MapPick } from '../map/live-map.ts';
import { type Realm, realmOf } from '../map/world.ts';
import { useIsLoaded, useReadApi } from '../read-api/use-read-api.ts';
import { createStore, type Store } from '../state/store.ts';
import { useAddressValue } from '../state/use-address-value.ts';
import { useRemembered } from '../state/use-remembered.ts';
import { useCloseByEscape } from './close-by-escape.ts';
import { FeedPanel } from './events/feed-panel.tsx';
import { Toasts } from './events/toasts.tsx';
import { useFoldedPanels } from './folded-panels.tsx';
import { LayerPanel } from './layers/layer-panel.tsx';
import { defaultLayers, parseLayers } from './layers/layers.ts';
import { type MapTarget, parseMapView } from './map-view-address.ts';
import { PickedCard } from './picked-card.tsx';
import { findCrowd, listRealm, type Picked, pickFollowed, pickRealm, pickSpot } from './picks.ts';
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
  const [tab, setTab] = usePhoneTab();
  const [folded, foldOf] = useFoldedPanels();
  const map = useMapView(trails, () => setTab('map'));
  const first = parseMapView(map.place);
  const [realm, setRealm] = useState(realmOf(first.centre));
  const { followed } = map;
  const isReplaying = useSyncExternalStore(shownTime.subscribe, () => shownTime.get() !== null);
  const card = useCard(map, realm, isReplaying, shownTime);
  return (
    <main id="content" className="live" data-sheet={tab}>
      <h1 className="hidden-text">Live map</h1>
      <Suspense fallback={waiting}>
        <LiveMapView
          layers={layers}
          folded={folded}
          hasEvents={layers.events && !isReplaying}
          filter={filter}
          followed={followed}
          trailed={trails.ids}
          trails={trails.points}
          hasLoadedTrails={trails.isLoaded}
          shownTime={shownTime}
          first={first}
          target={map.target}
          picked={card.picked}
          onPick={card.pick}
          onMove={map.setPlace}
          onRealm={setRealm}
          onDrag={map.stopFollowing}
        />
      </Suspense>
      <PlayersPanel
        followed={followed}
        trails={trails.ids}
        range={parsePlaySession(trails.session) === null ? trails.range : null}
        onFollow={card.follow}
        onTrail={map.toggleTrail}
        onRange={trails.setRange}
        onGo={card.go}
        fold={foldOf('list')}
      >
        <PlaySessionChoice id={trails.ids.at(-1)} chosen={trails.session} onChoose={map.chooseSession} />
      </PlayersPanel>
      <FeedPanel filter={filter} onFilter={setFilter} fold={foldOf('feed')} onGo={card.go} />
      {layers.toasts && !isReplaying && <Toasts filter={filter} />}
      <LayerPanel layers={layers} realm={realm} hasCounts={!isReplaying} onChange={setLayers} onGo={card.go}>
        <Replay trails={trails.points} shown={shownTime} isReplaying={isReplaying} />
      </LayerPanel>
      {card.picked !== null && (
        <PickedCard
          picked={card.picked}
          isPast={isReplaying}
          followed={followed}
          trails={trails.ids}
          onFollow={(id) => (id === '' ? map.follow('') : card.follow(id))}
          onTrail={map.toggleTrail}
          onGo={map.go}
          onClose={card.close}
        />
      )}
      <PhoneTabs tab={tab} onChange={setTab} />
    </main>
  );
}

const crowdZoom = 1;
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

type MapView = ReturnType<typeof useMapView>;

function useCard(map: MapView, realm: Realm, isReplaying: boolean, shownTime: Store<number | null>) {
  const { snapshot } = useReadApi();
  const { followed } = map;
  const [picked, setPicked] = useState<Picked | null>(followed === '' ? null : pickFollowed(followed));
  const close = () => setPicked(null);
  const isLoaded = useIsLoaded();
  // biome-ignore lint/correctness/useExhaustiveDependencies: only an address opens a card
  useEffect(() => {
    const there = listRealm(snapshot.get()?.accounts.values() ?? [], realm);
    if (realm !== 'surface' && there.length > 0) setPicked((now) => now ?? pickRealm(there, realm));
  }, [isLoaded]);
  useCloseByEscape(followed !== '' && picked === null, map.stopFollowing);
  useCloseByEscape(picked !== null, close);
  return {
    picked,
    close,
    pick: (pick: MapPick) => setPicked(pickSpot(pick, snapshot.get()?.accounts, shownTime.get())),
    follow: (id: string) => {
      map.follow(id);
      setPicked(id === '' ? null : pickFollowed(id));
    },
    /**
     * The other realms are much larger than the view, so a card lists their players. The map
     * returns to the last view of a realm, or goes to the most of them.
     */
    go: (target: MapTarget) => {
      const isListed = 'realm' in target && target.realm !== 'surface' && !isReplaying;
      const there = isListed ? listRealm(snapshot.get()?.accounts.values() ?? [], target.realm) : [];
      const tile = findCrowd(there);
      const kept = 'realm' in target && target.realm !== realm ? map.views.get(target.realm) : undefined;
      map.go(kept ?? (tile === undefined ? target : { tile, zoom: crowdZoom }));
      if (!('zoomBy' in target)) setPicked(isListed ? pickRealm(there, target.realm) : null);
    },
  };
}

/** @param showMap called when the viewer wants to see the map */
function useMapView(trails: ReturnType<typeof useShownTrails>, showMap: () => void) {
  const [followed, setFollowed] = useAddressValue('follow', '', 'replaced');
  const [place, setPlace] = useAddressValue('at', '', 'replaced');
  // An address with trails and without a place moves the map to the trails.
  const [target, setTarget] = useState<MapTarget | null>(
    place === '' && followed === '' && trails.ids.length > 0 ? { trailsOf: trails.ids } : null,
  );
  const viewOf = (text: string) => {
    const { centre: tile, zoom } = parseMapView(text);
    return [realmOf(tile), { tile, zoom }] as const;
  };
  /** The last view of each realm. */
  const [views] = useState(() => new Map([viewOf(place)]));
  const go = (next: MapTarget) => {
    setTarget(next);
    // Zooming does not stop following.
    if ('zoomBy' in next) return;
    setFollowed('');
    showMap();
  };
  return {
    place,
    setPlace: (next: string) => {
      views.set(...viewOf(next));
      setPlace(next);
    },
    views,
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
