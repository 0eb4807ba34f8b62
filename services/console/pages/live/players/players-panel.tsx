import { memo, type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { isolateRightToLeft } from '../../../../../shared/domain/text.ts';
import { pagePaths } from '../../../page-paths.ts';
import { accountAddress } from '../../common/account-address.ts';
import { SegmentedControl } from '../../common/fields/segmented-control.tsx';
import { NoCategoryAccess } from '../../common/panel/answer-panel.tsx';
import { Loading, Panel } from '../../common/panel/panel.tsx';
import { StatusDot } from '../../common/status-dot.tsx';
import { Name } from '../../common/text/isolated-name.tsx';
import { PlaceAge } from '../../common/text/place-text.tsx';
import { TimeAgo } from '../../common/text/time-ago.tsx';
import { useSession } from '../../console-api/use-session.ts';
import { useCanRead } from '../../read-api/use-key-rights.ts';
import { useIsLoaded, useReadApi, useStore } from '../../read-api/use-read-api.ts';
import { type Fold, FoldButton } from '../folded-panels.tsx';
import type { MapTarget } from '../map-view-address.ts';
import { type TrailRange, trailRanges } from '../trails/trail-range.ts';
import { FindBox } from './find-box.tsx';
import { LiveText, writeHealth } from './live-text.tsx';
import { type ListedPlayer, type ListedPlayers, PlayerList } from './player-list.ts';

interface Props {
  readonly followed: string;
  readonly trails: readonly string[];
  /** Null while the trails show one play session. */
  readonly range: TrailRange | null;
  /** Empty for no account. */
  readonly onFollow: (id: string) => void;
  readonly onTrail: (id: string) => void;
  readonly onRange: (range: TrailRange) => void;
  readonly onGo: (target: MapTarget) => void;
  readonly fold: Fold;
  readonly children: ReactNode;
}

/** The list replaces the map for people who cannot see it. */
export function PlayersPanel(props: Props) {
  const { followed, trails, range, onFollow, onTrail } = props;
  const isLoaded = useIsLoaded();
  const { all, online } = useListedPlayers();
  const [isEverybodyListed, setIsEverybodyListed] = useState(false);
  const canReadTrails = useCanRead('location_history');
  const toggleFollow = useLatest((id) => onFollow(id === followed ? '' : id));
  const toggleTrail = useLatest(onTrail);
  const shown = isEverybodyListed ? all : online;
  const actions = (
    <>
      <SegmentedControl
        label="Listed players"
        choices={['online', 'all']}
        chosen={isEverybodyListed ? 'all' : 'online'}
        onChoose={(choice) => setIsEverybodyListed(choice === 'all')}
      />
      <FoldButton fold={props.fold} of="list" />
    </>
  );
  return (
    <Panel
      title={isLoaded ? `${online.length} online` : 'Players'}
      actions={actions}
      className={props.fold.isFolded ? 'live-players folded' : 'live-players'}
    >
      <FindBox onFollow={onFollow} onGo={props.onGo} />
      {trails.length > 0 && canReadTrails && (
        <div className="row wrap small live-trail-range">
          <span className="grow">{trails.length} of 8 trails</span>
          <SegmentedControl
            label="How far back trails go"
            choices={trailRanges}
            chosen={range}
            onChoose={props.onRange}
          />
          {props.children}
        </div>
      )}
      {!isLoaded && <Loading />}
      {isLoaded && all.length === 0 && <NobodyYet />}
      {isLoaded && all.length > 0 && shown.length === 0 && <NobodyOnline />}
      <ul className="live-player-list">
        {shown.map((player) => {
          const { id } = player.line.get();
          return (
            <PlayerRow
              key={id}
              player={player}
              isFollowed={followed === id}
              trail={canReadTrails ? trails.indexOf(id) : null}
              onFollow={toggleFollow}
              onTrail={toggleTrail}
            />
          );
        })}
      </ul>
    </Panel>
  );
}

/** Renders again only when the order changes. */
function useListedPlayers(): ListedPlayers {
  const { snapshot } = useReadApi();
  const [list] = useState(() => {
    const first = new PlayerList();
    const accounts = snapshot.get()?.accounts ?? new Map();
    first.show(accounts, accounts.keys());
    return first;
  });
  useEffect(() => {
    const accounts = snapshot.get()?.accounts ?? new Map();
    // Polls may have happened since the first render.
    list.show(accounts, accounts.keys());
    return snapshot.subscribe(() => {
      const next = snapshot.get();
      if (next !== null) list.show(next.accounts, next.changed);
    });
  }, [list, snapshot]);
  return useStore(list.listed);
}

/** Stable, so that memoized rows do not render again. */
function useLatest(handler: (id: string) => void): (id: string) => void {
  const latest = useRef(handler);
  latest.current = handler;
  return useCallback((id) => latest.current(id), []);
}

function NobodyOnline() {
  const [activity, place] = [useCanRead('activity'), useCanRead('location_live')];
  return (
    <p className="notice">
      {activity || place ? 'Nobody plays at the moment.' : 'This key does not read who plays.'} “All” lists
      every player that you can see.
    </p>
  );
}

function NobodyYet() {
  const canRead = useCanRead('location_live');
  if (useSession() !== null) {
    return (
      <div className="notice">
        <p>
          You see no account yet. <Link to={pagePaths.me}>Pair your game client</Link>, and you appear here
          with its first report.
        </p>
      </div>
    );
  }
  return (
    <div className="notice">
      <p>
        This key sees no account yet. Members pair their game clients on their own page, and appear here with
        the first report.
      </p>
      {!canRead && <NoCategoryAccess category="location_live" />}
    </div>
  );
}

interface RowProps {
  readonly player: ListedPlayer;
  readonly isFollowed: boolean;
  /** The index of the player's trail, -1 without one; null when the key can read no trails. */
  readonly trail: number | null;
  readonly onFollow: (id: string) => void;
  readonly onTrail: (id: string) => void;
}

const PlayerRow = memo(function PlayerRow(props: RowProps) {
  const { player, isFollowed, trail, onFollow, onTrail } = props;
  const { id, name, freshness, lastSeen, hasPlace, oldPlaceAt, hasTrail } = useStore(player.line);
  return (
    <li className="live-player">
      <button
        type="button"
        className="plain live-player-name clip"
        aria-pressed={isFollowed}
        disabled={!hasPlace}
        title={isFollowed ? 'Stop following' : `Follow ${isolateRightToLeft(name)} on the map`}
        onClick={() => onFollow(id)}
      >
        <StatusDot freshness={freshness} /> <Name of={name} />
      </button>
      <span className="live-player-links small">
        {trail !== null && (hasTrail || trail >= 0) && (
          <button
            type="button"
            className="plain link"
            data-series={trail < 0 ? undefined : trail + 1}
            aria-label={`Trail of ${name}`}
            aria-pressed={trail >= 0}
            onClick={() => onTrail(id)}
          >
            trail
          </button>
        )}
        <Link to={accountAddress(id)} aria-label={`Page of ${name}`}>
          page
        </Link>
      </span>
      <span className="live-player-where row small dim">
        {freshness === 'offline' ? (
          lastSeen !== undefined && <TimeAgo at={lastSeen} />
        ) : (
          <LiveText className="clip" text={player.worldAndPlace} />
        )}
        {oldPlaceAt !== null && <PlaceAge at={oldPlaceAt} />}
      </span>
      <LiveText className="live-player-health" text={player.hp} write={writeHealth} />
    </li>
  );
});
