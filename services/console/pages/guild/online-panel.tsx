import { Link } from 'react-router';
import { pagePaths } from '../../page-paths.ts';
import { Loading, Panel } from '../common/panel/panel.tsx';
import { compareNames } from '../common/text/account-name.ts';
import { freshnessOf } from '../map/live-player.ts';
import { AccountLine } from '../players/account-line.tsx';
import { useAccounts } from '../read-api/use-read-api.ts';

const shownMax = 5;

export function OnlinePanel() {
  const { isLoaded, accounts } = useAccounts();
  const online = [...accounts.values()]
    .filter((account) => freshnessOf(account) !== 'offline')
    .sort(compareNames);
  const links = (
    <>
      <Link to={`${pagePaths.players}?show=online`}>All</Link>
      <Link to={pagePaths.live}>Map</Link>
    </>
  );
  return (
    <Panel title="Online now" actions={links}>
      {!isLoaded && <Loading />}
      {isLoaded && online.length === 0 && <p className="notice">Nobody plays at the moment.</p>}
      <ul>
        {online.slice(0, shownMax).map((account) => (
          <AccountLine key={account.id} account={account} />
        ))}
      </ul>
    </Panel>
  );
}
