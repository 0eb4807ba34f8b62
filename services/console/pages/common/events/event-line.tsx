import { memo } from 'react';
import { Link } from 'react-router';
import type { HubEvent } from '../../../../../shared/client/api.ts';
import { accountAddress } from '../account-address.ts';
import { Amount } from '../text/amount.tsx';
import { Name, TextWithName } from '../text/isolated-name.tsx';
import { TimeAgo } from '../text/time-ago.tsx';
import { eventAddress } from './event-address.ts';
import { eventSymbol } from './event-symbol.ts';
import './event-line.css';

interface Props {
  readonly event: HubEvent;
  readonly isMarked?: boolean;
}

/** The text comes from the hub or a player, and is never HTML. */
export const EventLine = memo(function EventLine({ event, isMarked = false }: Props) {
  const { id, type, account, value_gp, occurred_at, line, special_world } = event;
  // Untradable items have the worth 0.
  const worth = value_gp === 0 ? null : value_gp;
  const kind = type === 'death' ? 'death' : worth === null ? '' : 'worthy';
  return (
    <li className={isMarked ? 'event-line marked' : 'event-line'} id={`event-${id}`}>
      <span className={`event-sign ${kind}`} aria-hidden="true">
        {eventSymbol(type)}
      </span>
      <span className="event-text">
        <TextWithName text={line} name={account.name} />
      </span>
      <span className="number">{worth !== null && <Amount value={worth} unit="gp" />}</span>
      <span className="event-when">
        <Link to={eventAddress(id, occurred_at)}>
          <TimeAgo at={occurred_at} />
        </Link>{' '}
        ·{' '}
        <Link to={accountAddress(account.id)}>
          <Name of={account.name} />
        </Link>
        {special_world && ' · special world'}
      </span>
    </li>
  );
});
