import { Fragment } from 'react';
import type { SnapshotAccount } from '../../../../shared/client/api.ts';
import { EventLine } from '../common/events/event-line.tsx';
import { ItemTile, itemWorth } from '../common/items/item-tile.tsx';
import { inPeriod } from '../common/period.ts';
import { Amount } from '../common/text/amount.tsx';
import { PlaceText } from '../common/text/place-text.tsx';
import { TimeAgo } from '../common/text/time-ago.tsx';
import { freshnessOf } from '../map/live-player.ts';
import { useHubAnswer } from '../read-api/use-hub-answer.ts';

const everyMs = 15_000;
const skillsMax = 3;

/** World, place, health, gear, gains of today and the last drop, as far as the key reads them. */
export function PlayerDetails({ account }: { readonly account: SnapshotAccount }) {
  return (
    <div className="player-details small">
      <Whereabouts account={account} />
      <AskedDetails id={account.id} />
    </div>
  );
}

function Whereabouts({ account }: { readonly account: SnapshotAccount }) {
  const { world, location, last_seen: lastSeen } = account;
  const isOffline = freshnessOf(account) === 'offline';
  return (
    <p>
      {isOffline && lastSeen != null && (
        <>
          Last seen <TimeAgo at={lastSeen} />
          {location && ' · '}
        </>
      )}
      {!isOffline && world != null && `World ${world}${location ? ' · ' : ''}`}
      {location && <PlaceText location={location} />}
    </p>
  );
}

function AskedDetails({ id }: { readonly id: string }) {
  const { body } = useHubAnswer(
    'picked',
    { id },
    async (client, signal) => {
      const { data: account } = await client.get('/accounts/{id}', { id }, signal);
      const can = (category: (typeof account.categories)[number]) => account.categories.includes(category);
      const [gains, drops] = await Promise.all([
        can('stats') ? client.get('/accounts/{id}/gains', { id, ...inPeriod('day') }, signal) : null,
        can('events') ? client.get('/events', { accounts: [id], types: ['loot'], limit: 1 }, signal) : null,
      ]);
      return { account, gains: gains?.data.gains ?? [], drop: drops?.data.at(-1) };
    },
    { everyMs },
  );
  if (body === undefined) return null;
  const { account, gains, drop } = body;
  const vitals = account.vitals?.shared === true ? account.vitals : null;
  const worn = account.equipment?.shared === true ? account.equipment.items : [];
  const gained = gains.filter(({ xp }) => xp > 0).toSorted((one, other) => other.xp - one.xp);
  return (
    <>
      {vitals?.hp && (
        <p>
          {vitals.hp.current}/{vitals.hp.max} hit points
          {vitals.prayer && `, ${vitals.prayer.current}/${vitals.prayer.max} prayer`}
        </p>
      )}
      {worn.length > 0 && (
        <ul className="row wrap" aria-label="Gear">
          {worn.map((item) => (
            <li key={item.equipment_slot}>
              <ItemTile id={item.id} name={item.name} quantity={item.quantity} worth={itemWorth(item)} />
            </li>
          ))}
        </ul>
      )}
      {gained.length > 0 && (
        <p>
          Today:{' '}
          {gained.slice(0, skillsMax + 1).map(({ skill, xp }, index) => (
            <Fragment key={skill}>
              {index > 0 && '· '}
              <span className="gain">
                {skill} <Amount value={xp} unit="xp" hasPlusSign />
              </span>{' '}
            </Fragment>
          ))}
        </p>
      )}
      {drop !== undefined && (
        <ul aria-label="Last drop">
          <EventLine event={drop} />
        </ul>
      )}
    </>
  );
}
