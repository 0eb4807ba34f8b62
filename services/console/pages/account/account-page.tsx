import { type ComponentType, Suspense } from 'react';
import { Link, useParams } from 'react-router';
import { HubError } from '../../../../shared/client/hub-error.ts';
import { accountTabs, pagePaths } from '../../page-paths.ts';
import { useTitle } from '../browser/use-title.ts';
import { lazyPart } from '../common/lazy-part.tsx';
import { Loading } from '../common/panel/panel.tsx';
import { useHubAnswer } from '../read-api/use-hub-answer.ts';
import { NoSuchPage } from '../shell/no-such-page.tsx';
import { AccountHeading } from './account-heading.tsx';
import type { AccountData } from './account-sections.ts';
import { AccountTabLinks, type ShownTab, tabTitles } from './account-tab-links.tsx';
import { GuildPreview } from './guild-preview.tsx';
import './account.css';

const everyMs = 5_000;

const lazyTab = (load: () => Promise<ComponentType<{ readonly account: AccountData }>>) =>
  lazyPart(load, <Loading />);
const tabs: Readonly<Record<ShownTab, ReturnType<typeof lazyTab>>> = {
  overview: lazyTab(async () => (await import('./overview/overview-tab.tsx')).OverviewTab),
  drops: lazyTab(async () => (await import('./achieved/drops-tab.tsx')).DropsTab),
  'collection-log': lazyTab(async () => (await import('./achieved/collection-log-tab.tsx')).CollectionLogTab),
  kills: lazyTab(async () => (await import('./achieved/kills-tab.tsx')).KillsTab),
  progress: lazyTab(async () => (await import('./achieved/progress-tab.tsx')).ProgressTab),
  records: lazyTab(async () => (await import('./achieved/records-tab.tsx')).RecordsTab),
  history: lazyTab(async () => (await import('./history/history-tab.tsx')).HistoryTab),
  bank: lazyTab(async () => (await import('./bank-tab.tsx')).BankTab),
};

export function AccountPage() {
  const { id = '', tab: asked } = useParams();
  const tab = asked === undefined ? 'overview' : accountTabs.find((each) => each === asked);
  return tab === undefined ? <NoSuchPage /> : <AccountWithTab id={id} tab={tab} />;
}

function AccountWithTab({ id, tab }: { readonly id: string; readonly tab: ShownTab }) {
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
  const name = account?.name ?? 'Account';
  useTitle(isMissing ? 'No such account' : tab === 'overview' ? name : `${name} · ${tabTitles[tab]}`);
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
      <GuildPreview account={account}>
        {(seen, isPreview) => <AccountContent account={seen} tab={tab} isPreview={isPreview} />}
      </GuildPreview>
    </main>
  );
}

interface ContentProps {
  readonly account: AccountData;
  readonly tab: ShownTab;
  readonly isPreview: boolean;
}

function AccountContent({ account, tab, isPreview }: ContentProps) {
  const Tab = tabs[tab];
  return (
    <>
      <AccountHeading account={account} isShort={tab !== 'overview'} />
      <AccountTabLinks account={account} shown={tab} isPreview={isPreview} />
      <Suspense fallback={<Loading />}>
        <Tab key={account.id} account={account} />
      </Suspense>
    </>
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
