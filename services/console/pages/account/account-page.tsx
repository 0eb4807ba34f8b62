import { Link, useParams } from 'react-router';
import { HubError } from '../../../../shared/client/hub-error.ts';
import { pagePaths } from '../../page-paths.ts';
import { useTitle } from '../browser/use-title.ts';
import { useHubAnswer } from '../read-api/use-hub-answer.ts';
import { AccountHeading } from './account-heading.tsx';
import { GuildPreview } from './guild-preview.tsx';
import { GearPanel } from './items/gear-panel.tsx';
import { InventoryPanel } from './items/inventory-panel.tsx';
import { NamesPanel } from './names-panel.tsx';
import { PlaySessionsPanel } from './play-sessions/play-sessions-panel.tsx';
import { SkillsPanel } from './skills-panel.tsx';
import { TrailPanel } from './trail/trail-panel.tsx';
import { XpPanel } from './xp-panel.tsx';
import './account.css';
import { useMemo } from 'react';
import type { AnswerOf } from '../../../../shared/client/api.ts';
import { Chart } from '../common/chart/chart.tsx';
import { sortByOccurrence } from '../common/events/by-occurrence.ts';
import { EventLine } from '../common/events/event-line.tsx';
import { AnswerPanel } from '../common/panel/answer-panel.tsx';
import { type AccountData, missingCategory } from './account-sections.ts';
import { buildWealthSeries } from './wealth-series.ts';

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
      <GuildPreview account={account}>
        {(seen, isPreview) => <AccountContent account={seen} isPreview={isPreview} />}
      </GuildPreview>
    </main>
  );
}

interface ContentProps {
  readonly account: AccountData;
  /** Earlier names are only for the owner and admins. */
  readonly isPreview: boolean;
}

function AccountContent({ account, isPreview }: ContentProps) {
  const { id } = account;
  return (
    <>
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
        {!isPreview && <NamesPanel key={id} accountId={id} />}
      </div>
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

const shown = 12;

function AccountEvents({ account }: { readonly account: AccountData }) {
  const { id } = account;
  const missing = missingCategory(account, 'events');
  const asked = useHubAnswer(
    'account events',
    { id },
    (client, signal) => client.get('/events', { accounts: [id], limit: shown }, signal),
    { enabled: missing === undefined, everyMs: 15_000 },
  );
  return (
    <AnswerPanel title="Events" asked={asked} missing={missing}>
      {({ data }) => (
        <>
          {data.length === 0 && <p className="notice">Nothing has happened to this account yet.</p>}
          <ul>
            {sortByOccurrence(data.toReversed()).map((event) => (
              <EventLine key={event.id} event={event} />
            ))}
          </ul>
        </>
      )}
    </AnswerPanel>
  );
}

const rangeMs = 90 * 86_400_000;

function WealthPanel({ account }: { readonly account: AccountData }) {
  const { id } = account;
  const missing = missingCategory(account, 'inventory');
  const asked = useHubAnswer(
    'wealth',
    { id },
    (client, signal) => client.get('/accounts/{id}/wealth', { id, from: Date.now() - rangeMs }, signal),
    { enabled: missing === undefined, everyMs: 5 * 60_000 },
  );
  return (
    <AnswerPanel title="Carried wealth per day" asked={asked} missing={missing}>
      {({ data }) => <WealthChart days={data.days} />}
    </AnswerPanel>
  );
}

function WealthChart({ days }: { readonly days: AnswerOf<'/accounts/{id}/wealth'>['data']['days'] }) {
  const series = useMemo(() => buildWealthSeries(days), [days]);
  if (days.length < 2) return <p className="notice">A chart appears from the second day on.</p>;
  return <Chart series={series} label="Carried wealth in gp per day" isDaily height={200} />;
}
