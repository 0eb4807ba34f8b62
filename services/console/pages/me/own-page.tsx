import { type FormEvent, useMemo, useState } from 'react';
import { Link } from 'react-router';
import type { SnapshotAccount } from '../../../../shared/client/api.ts';
import { overall } from '../../../../shared/domain/skill.ts';
import { ApiKeysPanel } from '../api-keys/api-keys-panel.tsx';
import { browserTimeZone, isZoneWorthOffering } from '../browser/time-zone.ts';
import { useTitle } from '../browser/use-title.ts';
import { CommandResult } from '../commands/command-result.tsx';
import { useCommand } from '../commands/use-command.ts';
import { accountAddress } from '../common/account-address.ts';
import { TimeZoneField } from '../common/fields/time-zone-field.tsx';
import { AnswerPanel } from '../common/panel/answer-panel.tsx';
import { Panel } from '../common/panel/panel.tsx';
import { inPeriod } from '../common/period.ts';
import { accountName, compareNames } from '../common/text/account-name.ts';
import { Amount } from '../common/text/amount.tsx';
import { exactAmount } from '../common/text/format.ts';
import { Name } from '../common/text/isolated-name.tsx';
import { TimeAgo } from '../common/text/time-ago.tsx';
import type { ApiKeyData, OwnPageAnswer } from '../console-api/answers.ts';
import { askConsole } from '../console-api/ask-console.ts';
import { useConsoleAnswer } from '../console-api/use-console-answer.ts';
import { useMemberSession } from '../console-api/use-session.ts';
import { AccountLine } from '../players/account-line.tsx';
import { useHubAnswer } from '../read-api/use-hub-answer.ts';
import { useAccounts } from '../read-api/use-read-api.ts';
import { SetUpPanel } from '../set-up/set-up-panel.tsx';
import { TwinsPanel } from '../twins/twins-panel.tsx';
import { DevicesPanel } from './devices/devices-panel.tsx';
import { FoldedList } from './folded-list.tsx';
import { NoticesPanel } from './notices-panel.tsx';
import { OwnDataPanel } from './own-data-panel.tsx';
import { Pairing, PairingPanel } from './pairing/pairing-panel.tsx';
import { readStoredPairingCode } from './pairing/stored-pairing-code.ts';
import { SharingPanel } from './sharing/sharing-panel.tsx';
import './me.css';

export function OwnPage() {
  const { member } = useMemberSession();
  useTitle(member.name);
  const asked = useConsoleAnswer<OwnPageAnswer>('me');
  const { body } = asked;
  return (
    <main id="content" className="page own-page">
      <h1 className="clip">
        <Name of={member.name} />
      </h1>
      {body === undefined || asked.error !== null ? (
        <AnswerPanel title="Your page" asked={asked}>
          {() => null}
        </AnswerPanel>
      ) : null}
      {body !== undefined && (
        <div className="own-columns">
          <div>
            <OwnAccountsPanel accounts={body.accounts} />
            <SetUpPanel />
            <TwinsPanel route="me/twins" />
            <FoldedPairing page={body} />
            <SharingPanel accounts={body.accounts} members={body.members} />
            <DevicesPanel devices={body.devices} />
          </div>
          <div>
            <OwnApiKeysPanel keys={body.keys} />
            <NoticesPanel page={body} />
            <OwnSettingsPanel member={body.member} sessions={body.sessions} />
            <OwnDataPanel name={body.member.name} />
          </div>
        </div>
      )}
    </main>
  );
}

function OwnAccountsPanel({ accounts }: Pick<OwnPageAnswer, 'accounts'>) {
  const { accounts: known } = useAccounts();
  const wanted = { skill: overall, ...inPeriod('day'), accounts: accounts.slice(0, 100).map(({ id }) => id) };
  const { body } = useHubAnswer(
    'own gains',
    wanted,
    (client, signal) => client.get('/leaderboards/gains', { ...wanted, limit: 100 }, signal),
    { enabled: accounts.length > 0, everyMs: 60_000 },
  );
  const gains = new Map(body?.data.leaderboards[0]?.entries.map((entry) => [entry.account.id, entry.gain]));
  if (accounts.length === 0) return null;
  return (
    <Panel title={accounts.length === 1 ? 'Your account' : 'Your accounts'}>
      <ul className="own-accounts">
        {accounts.map((own) => {
          const account = { ...known.get(own.id), id: own.id, name: accountName(own) };
          return (
            <AccountLine key={own.id} account={account}>
              <div className="own-account row wrap small dim">
                <span className="grow">
                  {account.skills && `total level ${exactAmount(account.skills.total_level)}`}
                  {account.skills && gains.has(own.id) && ' · '}
                  {gains.has(own.id) && <Amount value={gains.get(own.id) ?? 0} unit="xp" hasPlusSign />}
                  {gains.has(own.id) && ' xp today'}
                </span>
                <TabLinks id={own.id} name={account.name} />
              </div>
            </AccountLine>
          );
        })}
      </ul>
    </Panel>
  );
}

const linkedTabs = { drops: 'Drops', 'collection-log': 'Log', bank: 'Bank' };

function TabLinks({ id, name }: Pick<SnapshotAccount, 'id' | 'name'>) {
  return (
    <span className="row">
      {Object.entries(linkedTabs).map(([tab, title]) => (
        <Link
          key={tab}
          className="button chip"
          to={`${accountAddress(id)}/${tab}`}
          aria-label={`${title} of ${name}`}
        >
          {title}
        </Link>
      ))}
    </span>
  );
}

/** Folds for a member whose plugin has reported, unless a pairing is open. */
function FoldedPairing({ page }: { readonly page: OwnPageAnswer }) {
  const { member } = useMemberSession();
  const [isFolded] = useState(
    () =>
      page.devices.some(({ last_heard_at: at }) => at !== null) &&
      readStoredPairingCode(sessionStorage, member.id, Date.now()) === null,
  );
  if (!isFolded) return <PairingPanel page={page} />;
  return (
    <details className="panel">
      <summary className="panel-head">Pair another plugin</summary>
      <Pairing page={page} />
    </details>
  );
}

function OwnApiKeysPanel({ keys }: { readonly keys: readonly ApiKeyData[] }) {
  const { accounts } = useAccounts();
  const named = useMemo(() => [...accounts.values()].sort(compareNames), [accounts]);
  return (
    <ApiKeysPanel
      title="API keys"
      route="me/keys"
      keys={keys}
      accounts={named}
      help="For a bot, a script or a home automation of yours. A key reads what you may read, or less. You may have ten."
    />
  );
}

function BrowserSessionsList({ sessions }: Pick<OwnPageAnswer, 'sessions'>) {
  const { keeper } = useMemberSession();
  const [isRunning, setIsRunning] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);
  const signOut = async () => {
    if (isRunning) return;
    setIsRunning(true);
    await askConsole('sign-out', { body: { everywhere: true } }).catch(() => {});
    const { state } = await keeper.ask();
    setIsRunning(false);
    setHasFailed(state === 'member');
  };
  return (
    <div>
      <h3>Signed in {sessions.length === 1 ? 'here only' : `from ${sessions.length} browsers`}</h3>
      <FoldedList
        lines={sessions.map(({ id, created_at: since, last_used_at: used, current }) => (
          <li key={id}>
            {current ? <strong>This browser</strong> : 'Another browser'}, since <TimeAgo at={since} />,{' '}
            {current ? (
              'in use now'
            ) : (
              <>
                last used <TimeAgo at={used} />
              </>
            )}
          </li>
        ))}
      />
      <button type="button" aria-disabled={isRunning} onClick={signOut}>
        Sign out everywhere
      </button>
      {hasFailed && (
        <p role="alert" className="danger small">
          The hub does not answer: you are still signed in.
        </p>
      )}
    </div>
  );
}

function OwnSettingsPanel({ member, sessions }: Pick<OwnPageAnswer, 'member' | 'sessions'>) {
  const command = useCommand();
  const [typed, setTyped] = useState<string | null>(null);
  const [browserZone] = useState(browserTimeZone);
  // The stored zone may change elsewhere.
  const zone = typed ?? member.time_zone;
  const save = (chosen: string) => {
    setTyped(chosen);
    void command.give({
      path: 'me/settings',
      body: { time_zone: chosen },
      what: `Set the time zone to ${chosen}`,
      done: 'Saved: a day of your bots and scripts begins at midnight in this time zone.',
    });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save(zone);
  };
  return (
    <Panel title="You">
      <div className="panel-body settings-parts">
        <form onSubmit={submit}>
          <TimeZoneField value={zone} onChange={setTyped} />
          <p className="dim small">
            Bots and scripts with your keys count a day from midnight in this zone. Pages use the zone of the
            browser.
          </p>
          {typed === null && isZoneWorthOffering(zone, browserZone) && (
            <p className="row wrap small">
              This browser is in {browserZone}.
              <button type="button" onClick={() => save(browserZone)}>
                Use {browserZone}
              </button>
            </p>
          )}
          {typed !== null && (
            <button type="submit" disabled={zone === member.time_zone} aria-disabled={command.isRunning}>
              Save
            </button>
          )}
          <CommandResult use={command} />
          <p className="dim small">
            {member.chat_id === null
              ? 'No account of the guild’s chat is linked to you; an admin links it.'
              : `Linked with ${member.chat_id} of the guild’s chat.`}
          </p>
        </form>
        <BrowserSessionsList sessions={sessions} />
      </div>
    </Panel>
  );
}
