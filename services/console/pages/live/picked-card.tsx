import { useState } from 'react';
import type { SnapshotAccount } from '../../../../shared/client/api.ts';
import { EventLine } from '../common/events/event-line.tsx';
import { Panel } from '../common/panel/panel.tsx';
import { StatusDot } from '../common/status-dot.tsx';
import { AccountLink } from '../common/text/account-link.tsx';
import { exactTime } from '../common/text/format.ts';
import { PlaceAge } from '../common/text/place-text.tsx';
import { freshnessOf } from '../map/live-player.ts';
import { useAccounts } from '../read-api/use-read-api.ts';
import type { MapTarget } from './map-view-address.ts';
import { hereText, listRealm, type Picked, type PickedGroup, pickRealm } from './picks.ts';
import { PlayerDetails } from './player-details.tsx';

interface Choices {
  readonly followed: string;
  readonly trails: readonly string[];
  /** A replay knows places, and no health, gear or gains. */
  readonly isPast: boolean;
  /** Empty for no account. */
  readonly onFollow: (id: string) => void;
  readonly onTrail: (id: string) => void;
  readonly onGo: (target: MapTarget) => void;
}

interface Props extends Choices {
  readonly picked: Picked;
  readonly onClose: () => void;
}

/** In a group, and of events. */
const shownMax = 20;
const placeZoom = 2;

export function PickedCard({ picked: opened, onClose, ...choices }: Props) {
  const { accounts } = useAccounts();
  const { realm } = opened;
  const picked = realm === undefined ? opened : pickRealm(listRealm(accounts.values(), realm), realm);
  const { title, groups, follows, at = null } = picked;
  const markers = picked.markers.slice(0, shownMax);
  const hasFollowEnded = follows !== undefined && follows !== choices.followed;
  const actions = (
    <button type="button" className="icon-button" onClick={onClose} aria-label="Close">
      ✕
    </button>
  );
  return (
    <Panel title={hasFollowEnded ? 'Player' : title} actions={actions} className="picked-card">
      <div className="picked-list">
        {groups.map((group) => (
          <PlayersAtPlace
            key={group.place?.name ?? ''}
            group={group}
            isAlone={groups.length === 1}
            {...choices}
          />
        ))}
        {groups.length + markers.length === 0 && <p className="notice">Nobody is there now.</p>}
        {choices.isPast && (
          <p className="notice small">
            {at !== null && `${exactTime(at)}. `}A replay knows no health and gear.
          </p>
        )}
        <ul>
          {markers.map(({ event }) => (
            <EventLine key={event.id} event={event} />
          ))}
        </ul>
        {markers.some(({ isApproximate }) => isApproximate) && (
          <p className="notice small">Position approximate: where the player was at about that time.</p>
        )}
      </div>
    </Panel>
  );
}

interface GroupProps extends Choices {
  readonly group: PickedGroup;
  readonly isAlone: boolean;
}

function PlayersAtPlace({ group: { place, players }, isAlone, ...choices }: GroupProps) {
  const { accounts } = useAccounts();
  const [openId, setOpenId] = useState<string | null>(null);
  const shown = players.slice(0, shownMax).flatMap((id) => accounts.get(id) ?? []);
  const isOnly = isAlone && players.length === 1;
  return (
    <>
      {(place !== null || !isAlone) && (
        <h3 className="picked-place row">
          {place === null ? (
            <span>Elsewhere</span>
          ) : (
            <button
              type="button"
              className="plain link"
              aria-label={`Show ${place.name} on the map`}
              onClick={() => choices.onGo({ tile: place, zoom: placeZoom })}
            >
              {place.name}
            </button>
          )}
          <span className="dim">
            {choices.isPast ? players.length : hereText(players.flatMap((id) => accounts.get(id) ?? []))}
          </span>
        </h3>
      )}
      <ul>
        {shown.map((account) => (
          <li key={account.id}>
            <PickedPlayer
              account={account}
              isOpen={isOnly || choices.isPast ? null : account.id === openId}
              onOpen={(isOpen) => setOpenId(isOpen ? account.id : null)}
              {...choices}
            />
            {(isOnly || account.id === openId) && !choices.isPast && <PlayerDetails account={account} />}
          </li>
        ))}
      </ul>
      {players.length > shownMax && <p className="notice small">And {players.length - shownMax} more.</p>}
    </>
  );
}

interface PlayerProps extends Choices {
  readonly account: SnapshotAccount;
  /** Null when the details are always open, or never. */
  readonly isOpen: boolean | null;
  readonly onOpen: (isOpen: boolean) => void;
}

function PickedPlayer(props: PlayerProps) {
  const { account, isOpen, onOpen, followed, trails, isPast, onFollow, onTrail } = props;
  const { id, name } = account;
  const isFollowed = id === followed;
  return (
    <div className="picked-player">
      {!isPast && <StatusDot freshness={freshnessOf(account)} />}
      <span className="grow clip">
        <AccountLink account={account} />
        {isOpen === false && account.location?.stale === true && (
          <small className="dim">
            <PlaceAge at={account.location.updated_at} />
          </small>
        )}
      </span>
      {isOpen !== null && (
        <button
          type="button"
          className="chip"
          aria-label={`More about ${name}`}
          aria-expanded={isOpen}
          onClick={() => onOpen(!isOpen)}
        >
          More
        </button>
      )}
      <button
        type="button"
        className="chip"
        aria-pressed={isFollowed}
        onClick={() => onFollow(isFollowed ? '' : id)}
      >
        Follow
      </button>
      {account.categories.includes('location_history') && (
        <button type="button" className="chip" aria-pressed={trails.includes(id)} onClick={() => onTrail(id)}>
          Trail
        </button>
      )}
    </div>
  );
}
