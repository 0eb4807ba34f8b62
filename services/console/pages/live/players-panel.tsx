import { memo, type ReactNode, useCallback, useMemo, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { SnapshotAccount } from '../../../../shared/client/api.ts';
import { pagePaths } from '../../page-paths.ts';
import { accountPage } from '../common/account-page.ts';
import { NoRight } from '../common/answer-panel.tsx';
import { Panel } from '../common/panel.tsx';
import { nearestPlace } from '../common/places.ts';
import { Segments } from '../common/segments.tsx';
import { StatusDot } from '../common/status-dot.tsx';
import { TimeAgo } from '../common/time-ago.tsx';
import { useSession } from '../console/use-session.ts';
import { useMayRead } from '../hub/use-me.ts';
import { type Freshness, freshnessOf } from '../map/live-player.ts';
import { FindBox } from './find-box.tsx';
import type { MapGoal } from './place-in-address.ts';
import { type TrailRange, trailRanges } from './trail-range.ts';

interface Props {
  readonly accounts: ReadonlyMap<string, SnapshotAccount>;
  readonly loaded: boolean;
  readonly followed: string;
  readonly trails: readonly string[];
  readonly range: TrailRange;
  readonly onFollow: (id: string) => void;
  readonly onTrail: (id: string) => void;
  readonly onRange: (range: TrailRange) => void;
  readonly onGo: (goal: MapGoal) => void;
  /** Below the range of trails, while there are any. */
  readonly children: ReactNode;
}

/** Who is online, with the way to find anybody. It is also the map for whoever cannot see the map. */
export function PlayersPanel(props: Props) {
  const { accounts, loaded, followed, trails, range, onFollow, onTrail } = props;
  const [everybody, setEverybody] = useState(false);
  const mayReadTrails = useMayRead('location_history');
  const ordered = useMemo(() => inOrder(accounts), [accounts]);
  const follow = useLatest(onFollow);
  const toggle = useLatest(onTrail);
  const online = ordered.filter((account) => freshnessOf(account) !== 'offline' && account.online !== false);
  const shown = everybody ? ordered : online;
  const actions = (
    <Segments
      label="Who is listed"
      choices={['online', 'all']}
      chosen={everybody ? 'all' : 'online'}
      onChoose={(choice) => setEverybody(choice === 'all')}
    />
  );
  return (
    <Panel title={loaded ? `${online.length} online` : 'Players'} actions={actions} className="live-players">
      <FindBox accounts={ordered} onFollow={onFollow} onGo={props.onGo} />
      {trails.length > 0 && mayReadTrails && (
        <div className="row wrap small live-trail-range">
          <span className="grow">Trails of {trails.length} of 8</span>
          <Segments
            label="How far back trails go"
            choices={trailRanges}
            chosen={range}
            onChoose={props.onRange}
          />
          {props.children}
        </div>
      )}
      {!loaded && <div className="loading" aria-busy="true" />}
      {loaded && accounts.size === 0 && <NobodyYet />}
      {loaded && accounts.size > 0 && shown.length === 0 && (
        <p className="notice">Nobody plays at the moment. “All” lists everybody whom this key sees.</p>
      )}
      <ul className="live-player-list">
        {shown.map((account) => (
          <PlayerRow
            key={account.id}
            id={account.id}
            name={account.name}
            freshness={freshnessOf(account)}
            numbers={numbersOf(account)}
            lastSeen={account.last_seen ?? null}
            place={placeNameOf(account)}
            followed={followed === account.id}
            trail={
              mayReadTrails && account.categories.includes('location_history')
                ? trails.indexOf(account.id)
                : null
            }
            onFollow={follow}
            onTrail={toggle}
          />
        ))}
      </ul>
    </Panel>
  );
}

/** The same function for as long as the component lives, so that rows that got it stay as they are. */
function useLatest(handler: (id: string) => void): (id: string) => void {
  const latest = useRef(handler);
  latest.current = handler;
  return useCallback((id) => latest.current(id), []);
}

function NobodyYet() {
  const mayRead = useMayRead('location_live');
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
        This key sees no account yet. A member appears here as soon as their game client reports, which they
        pair on their own page.
      </p>
      {!mayRead && <NoRight category="location_live" />}
    </div>
  );
}

/** Much faster than `localeCompare`, which looks the language up each time. */
const byName = new Intl.Collator();

/** Online first, then by name. */
function inOrder(accounts: ReadonlyMap<string, SnapshotAccount>): readonly SnapshotAccount[] {
  const rank = { online: 0, stale: 0, offline: 1 } as const;
  return [...accounts.values()].sort((left, right) => {
    const byRank = rank[freshnessOf(left)] - rank[freshnessOf(right)];
    return byRank === 0 ? byName.compare(left.name, right.name) : byRank;
  });
}

/** What a row shows, each a plain value, so that a row is rendered only when it shows something else. */
interface RowProps {
  readonly id: string;
  readonly name: string;
  readonly freshness: Freshness;
  readonly numbers: string;
  readonly lastSeen: string | null;
  /** Null where the key reads no place. */
  readonly place: string | null;
  readonly followed: boolean;
  /** Its place among the trails, -1 without one; null where the key does not read it. */
  readonly trail: number | null;
  readonly onFollow: (id: string) => void;
  readonly onTrail: (id: string) => void;
}

function numbersOf(account: SnapshotAccount): string {
  const { hp, world } = account;
  const playing = freshnessOf(account) !== 'offline' && world;
  return [hp ? `${hp.current}/${hp.max} hp` : '', playing ? `w${world}` : '']
    .filter((text) => text !== '')
    .join(' · ');
}

function placeNameOf({ location }: SnapshotAccount): string | null {
  return location === undefined || location === null ? null : (nearestPlace(location)?.name ?? '');
}

const PlayerRow = memo(function PlayerRow(props: RowProps) {
  const { id, name, freshness, numbers, lastSeen, place, followed, trail, onFollow, onTrail } = props;
  return (
    <li className="live-player">
      <button
        type="button"
        className="plain live-player-name clip"
        aria-pressed={followed}
        disabled={place === null}
        title={followed ? 'Stop following' : `Follow ${name} on the map`}
        onClick={() => onFollow(id)}
      >
        <StatusDot freshness={freshness} /> {name}
      </button>
      <span className="number small dim">{numbers}</span>
      <span className="live-player-where small dim clip">
        {freshness === 'offline' ? <TimeAgo at={lastSeen} /> : place}
      </span>
      <span className="live-player-links small">
        {trail !== null && (
          <button
            type="button"
            className="plain link"
            data-series={trail < 0 ? undefined : trail + 1}
            aria-pressed={trail >= 0}
            onClick={() => onTrail(id)}
          >
            trail
          </button>
        )}
        <Link to={accountPage(id)} aria-label={`Page of ${name}`}>
          page
        </Link>
      </span>
    </li>
  );
});
