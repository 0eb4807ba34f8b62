import { Link } from 'react-router';
import type { SnapshotAccount } from '../../../../shared/client/api.ts';
import { pagePaths } from '../../page-paths.ts';
import { findNearestPlace } from '../common/named-places.ts';
import { StatusDot } from '../common/status-dot.tsx';
import { AccountLink } from '../common/text/account-link.tsx';
import { Name } from '../common/text/isolated-name.tsx';
import { TimeAgo } from '../common/text/time-ago.tsx';
import { freshnessOf } from '../map/live-player.ts';
import './players.css';

type Props = Pick<SnapshotAccount, 'id' | 'name'> & Partial<SnapshotAccount>;

/** Whether the account is online, and where. */
export function AccountLine({ account }: { readonly account: Props }) {
  const { id, name, location, world, last_seen: lastSeen } = account;
  const freshness = freshnessOf(account);
  return (
    <li className="account-line">
      <StatusDot freshness={freshness} />
      <AccountLink account={account} className="clip" />
      <span className="dim small">
        {freshness === 'offline' ? (
          lastSeen !== undefined && <TimeAgo at={lastSeen} />
        ) : (
          <>
            {location && (
              <Link to={`${pagePaths.live}?follow=${id}`}>
                <span className="hidden-text">
                  <Name of={name} /> on the map:
                </span>
                {findNearestPlace(location)?.name ?? 'On the map'}
              </Link>
            )}
            {typeof world === 'number' && ` w${world}`}
          </>
        )}
      </span>
    </li>
  );
}
