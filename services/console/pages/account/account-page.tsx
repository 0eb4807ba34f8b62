import { Link, useParams } from 'react-router';
import { HubError } from '../../../../shared/client/hub-error.ts';
import { pagePaths } from '../../page-paths.ts';
import { useTitle } from '../browser/use-title.ts';
import { useHubAnswer } from '../read-api/use-hub-answer.ts';
import { AccountEvents } from './account-events.tsx';
import { AccountHeading } from './account-heading.tsx';
import { GearPanel } from './items/gear-panel.tsx';
import { InventoryPanel } from './items/inventory-panel.tsx';
import { NamesPanel } from './names-panel.tsx';
import { PlaySessionsPanel } from './play-sessions/play-sessions-panel.tsx';
import { SkillsPanel } from './skills-panel.tsx';
import { TrailPanel } from './trail/trail-panel.tsx';
import { WealthPanel } from './wealth-panel.tsx';
import { XpPanel } from './xp-panel.tsx';
import './account.css';

const everyMs = 5_000;

export function AccountPage() {
  const { id = '' } = useParams();
  const asked = useHubAnswer(
    'account',
    { id },
    (client, signal) => client.get('/accounts/{id}', { id }, signal),
    {
      everyMs,
    },
  );
  const account = asked.body?.data.id === id ? asked.body.data : undefined;
  const isMissing = asked.error instanceof HubError && asked.error.code === 'not_found';
  useTitle(isMissing ? 'No such account' : (account?.name ?? 'Account'));
  // All states use one `main` element, which keeps the focus when its content changes.
  if (isMissing) {
    return (
      <main id="content" className="page">
        <NoSuchAccount />
      </main>
    );
  }
  if (account === undefined) {
    return (
      <main id="content" className="page account" aria-busy={asked.error === null}>
        {asked.error === null ? (
          <div className="loading" />
        ) : (
          <p>The hub does not answer. This page asks again by itself.</p>
        )}
      </main>
    );
  }
  return (
    <main id="content" className="page account">
      <AccountHeading account={account} />
      <div className="account-column">
        <SkillsPanel account={account} />
        <XpPanel account={account} />
        <WealthPanel account={account} />
        <PlaySessionsPanel account={account} />
        <TrailPanel account={account} />
      </div>
      <div className="account-column">
        <GearPanel account={account} />
        <InventoryPanel account={account} />
        <AccountEvents account={account} />
        <NamesPanel key={id} accountId={id} />
      </div>
    </main>
  );
}

function NoSuchAccount() {
  return (
    <>
      <h1>No such account</h1>
      <p className="dim">The account does not exist, or this key cannot see it.</p>
      <p>
        <Link to={pagePaths.live}>Go to the live map</Link>
      </p>
    </>
  );
}
