import { useState } from 'react';
import { EventLine } from '../common/events/event-line.tsx';
import { Panel } from '../common/panel/panel.tsx';
import { StatusDot } from '../common/status-dot.tsx';
import { AccountLink } from '../common/text/account-link.tsx';
import type { MapPick } from '../map/live-map.ts';
import { freshnessOf } from '../map/live-player.ts';
import { useAccounts } from '../read-api/use-read-api.ts';
import { PlayerDetails } from './player-details.tsx';

/** `title`: what the players have in common; by default the picked place. */
export interface Picked extends MapPick {
  readonly title?: string;
}

interface Props {
  readonly picked: Picked;
  readonly trails: readonly string[];
  readonly onFollow: (id: string) => void;
  readonly onTrail: (id: string) => void;
  readonly onClose: () => void;
}

const shownMax = 20;

export function PickedCard({ picked, trails, onFollow, onTrail, onClose }: Props) {
  const { accounts } = useAccounts();
  const players = picked.players.flatMap((id) => accounts.get(id) ?? []).slice(0, shownMax);
  const markers = picked.markers.slice(0, shownMax);
  const [openId, setOpenId] = useState<string | null>(null);
  const shownId = players.length === 1 ? players[0]?.id : openId;
  const actions = (
    <button type="button" className="icon-button" onClick={onClose} aria-label="Close">
      ✕
    </button>
  );
  return (
    <Panel title={picked.title ?? 'Here'} actions={actions} className="picked-card">
      <ul>
        {players.map((account) => (
          <li key={account.id}>
            <div className="picked-player">
              <StatusDot freshness={freshnessOf(account)} />
              <AccountLink account={account} className="grow clip" />
              {players.length > 1 && (
                <button
                  type="button"
                  className="chip"
                  aria-label={`More about ${account.name}`}
                  aria-expanded={account.id === openId}
                  onClick={() => setOpenId(account.id === openId ? null : account.id)}
                >
                  More
                </button>
              )}
              <button type="button" className="chip" onClick={() => onFollow(account.id)}>
                Follow
              </button>
              {account.categories.includes('location_history') && (
                <button
                  type="button"
                  className="chip"
                  aria-pressed={trails.includes(account.id)}
                  onClick={() => onTrail(account.id)}
                >
                  Trail
                </button>
              )}
            </div>
            {account.id === shownId && <PlayerDetails id={account.id} />}
          </li>
        ))}
      </ul>
      {players.length + markers.length === 0 && <p className="notice">Nobody is there now.</p>}
      {picked.players.length > shownMax && (
        <p className="notice small">And {picked.players.length - shownMax} more.</p>
      )}
      <ul>
        {markers.map(({ event }) => (
          <EventLine key={event.id} event={event} />
        ))}
      </ul>
      {markers.some(({ isApproximate }) => isApproximate) && (
        <p className="notice small">Position approximate: where the player was at about that time.</p>
      )}
    </Panel>
  );
}
