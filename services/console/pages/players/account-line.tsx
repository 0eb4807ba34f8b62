import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { SnapshotAccount } from '../../../../shared/client/api.ts';
import { pagePaths } from '../../page-paths.ts';
import { StatusDot } from '../common/status-dot.tsx';
import { AccountLink } from '../common/text/account-link.tsx';
import { Name } from '../common/text/isolated-name.tsx';
import { PlaceText } from '../common/text/place-text.tsx';
import { TimeAgo } from '../common/text/time-ago.tsx';
import { freshnessOf } from '../map/live-player.ts';
import './players.css';

interface Props {
  readonly account: Pick<SnapshotAccount, 'id' | 'name'> & Partial<SnapshotAccount>;
  readonly children?: ReactNode;
}

/** Whether the account is online, and where. */
export function AccountLine({ account, children }: Props) {
  const { id, name, location, world, last_seen: lastSeen } = account;
  const freshness = freshnessOf(account);
  return (
    <li className="account-line">
      <StatusDot freshness={freshness} />
      <span className="clip">
        <AccountLink account={account} />
      </span>
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
                <PlaceText location={location} />
              </Link>
            )}
            {typeof world === 'number' && ` w${world}`}
          </>
        )}
      </span>
      {children}
    </li>
  );
}
