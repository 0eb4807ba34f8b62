import { Link } from 'react-router';
import type { SnapshotAccount } from '../../../../shared/client/api.ts';
import { pagePaths } from '../../page-paths.ts';
import { groupByPlace, type PlaceGroup } from '../common/named-places.ts';
import { Loading, Panel } from '../common/panel/panel.tsx';
import { AccountLink } from '../common/text/account-link.tsx';
import { compareNames } from '../common/text/account-name.ts';
import { countText } from '../common/text/format.ts';
import { PlaceAge } from '../common/text/place-text.tsx';
import { freshnessOf } from '../map/live-player.ts';
import { useAccounts } from '../read-api/use-read-api.ts';

const placesMax = 12;
/** At a place. */
const namesMax = 3;
const placeZoom = 2;

export function OnlinePanel() {
  const { isLoaded, accounts } = useAccounts();
  const online = [...accounts.values()]
    .filter((account) => freshnessOf(account) !== 'offline')
    .sort(compareNames);
  const groups = groupByPlace(online);
  const all = `${pagePaths.players}?show=online`;
  const links = (
    <>
      <Link to={all}>All</Link>
      <Link to={pagePaths.live}>Map</Link>
    </>
  );
  return (
    <Panel title="Online now" actions={links}>
      {!isLoaded && <Loading />}
      {isLoaded && online.length === 0 && <p className="notice">Nobody plays at the moment.</p>}
      <ul>
        {groups.slice(0, placesMax).map((group) => (
          <PlayersAtPlace key={group.place?.name ?? ''} {...group} />
        ))}
      </ul>
      {groups.length > placesMax && (
        <p className="panel-body small">
          <Link to={all}>{countText(groups.length - placesMax, 'more place')}</Link>
        </p>
      )}
    </Panel>
  );
}

function PlayersAtPlace({ place, players }: PlaceGroup<SnapshotAccount>) {
  return (
    <li className="online-place">
      <span className="number">{players.length}</span>
      {place === null ? (
        <span>Elsewhere</span>
      ) : (
        <Link to={`${pagePaths.live}?at=${place.x},${place.y},${placeZoom}`}>{place.name}</Link>
      )}
      <span className="small">
        {players.slice(0, namesMax).map((account, index, { length }) => (
          <span key={account.id}>
            <AccountLink account={account} />
            {account.location?.stale === true && (
              <span className="dim">
                <PlaceAge at={account.location.updated_at} />
              </span>
            )}
            {index < length - 1 && <span className="dim"> · </span>}
          </span>
        ))}
      </span>
      <span className="small dim">{players.length > namesMax && `+${players.length - namesMax}`}</span>
    </li>
  );
}
