import { type FormEvent, type ReactNode, useMemo, useState } from 'react';
import { ApiKeysPanel } from '../api-keys/api-keys-panel.tsx';
import { browserTimeZone, isZoneWorthOffering } from '../browser/time-zone.ts';
import { useTitle } from '../browser/use-title.ts';
import { CommandResult } from '../commands/command-result.tsx';
import { useCommand } from '../commands/use-command.ts';
import { TimeZoneField } from '../common/fields/time-zone-field.tsx';
import { AnswerPanel } from '../common/panel/answer-panel.tsx';
import { Panel } from '../common/panel/panel.tsx';
import { accountName, compareNames } from '../common/text/account-name.ts';
import { Name } from '../common/text/isolated-name.tsx';
import { TimeAgo } from '../common/text/time-ago.tsx';
import type { ApiKeyData, OwnPageAnswer, SessionAnswer } from '../console-api/answers.ts';
import { askConsole } from '../console-api/ask-console.ts';
import { useConsoleAnswer } from '../console-api/use-console-answer.ts';
import { useMemberSession } from '../console-api/use-session.ts';
import { AccountLine } from '../players/account-line.tsx';
import { useAccounts } from '../read-api/use-read-api.ts';
import { SetUpPanel } from '../set-up/set-up-panel.tsx';
import { TwinsPanel } from '../twins/twins-panel.tsx';
import { DevicesPanel } from './devices/devices-panel.tsx';
import { NoticesPanel } from './notices-panel.tsx';
import { OwnDataPanel } from './own-data-panel.tsx';
import { PairingPanel } from './pairing/pairing-panel.tsx';
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
        <>
          <OwnAccountsPanel accounts={body.accounts} />
          <SetUpPanel />
          <TwinsPanel route="me/twins" />
          <FoldedPairing page={body} />
          <SharingPanel accounts={body.accounts} members={body.members} />
          <DevicesPanel devices={body.devices} />
          <OwnApiKeysPanel keys={body.keys} />
          <NoticesPanel page={body} />
          <OwnSettingsPanel
            member={body.member}
            sessions={<BrowserSessionsList sessions={body.sessions} />}
          />
          <OwnDataPanel name={body.member.name} />
        </>
      )}
    </main>
  );
}

function OwnAccountsPanel({ accounts }: Pick<OwnPageAnswer, 'accounts'>) {
  const { accounts: known } = useAccounts();
  if (accounts.length === 0) return null;
  return (
    <Panel title={accounts.length === 1 ? 'Your account' : 'Your accounts'}>
      <ul className="own-accounts">
        {accounts.map(({ id, name }) => (
          <AccountLine key={id} account={known.get(id) ?? { id, name: accountName({ id, name }) }} hasLevel />
        ))}
      </ul>
    </Panel>
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
      <PairingPanel page={page} />
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
      <ul className="note-list small">
        {sessions.map(({ id, created_at: since, last_used_at: used, current }) => (
          <li key={id}>
            {current ? <strong>This browser</strong> : 'Another browser'}, since <TimeAgo at={since} />, last
            used <TimeAgo at={used} />
          </li>
        ))}
      </ul>
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

interface Props {
  readonly member: SessionAnswer['member'];
  readonly sessions: ReactNode;
}

function OwnSettingsPanel({ member, sessions }: Props) {
  const command = useCommand();
  const [typed, setTyped] = useState<string | null>(null);
  const [browserZone] = useState(browserTimeZone);
  // The stored zone may change elsewhere.
  const zone = typed ?? member.time_zone;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void command.give({
      path: 'me/settings',
      body: { time_zone: zone },
      what: `Set the time zone to ${zone}`,
      done: 'Saved: your day begins at midnight in this time zone.',
    });
  };
  return (
    <Panel title="You">
      <div className="panel-body settings-parts">
        <form onSubmit={submit}>
          <TimeZoneField value={zone} onChange={setTyped} />
          <p className="dim small">Gains of a day count from midnight in this time zone.</p>
          {isZoneWorthOffering(zone, browserZone) && (
            <p className="row wrap small">
              This browser is in {browserZone}.
              <button type="button" onClick={() => setTyped(browserZone)}>
                Choose {browserZone}
              </button>
            </p>
          )}
          <button type="submit" disabled={zone === member.time_zone} aria-disabled={command.isRunning}>
            Save
          </button>
          <CommandResult use={command} />
          <p className="dim small">
            {member.chat_id === null
              ? 'No account of the guild’s chat is linked to you; an admin links it.'
              : `Linked with ${member.chat_id} of the guild’s chat.`}
          </p>
        </form>
        {sessions}
      </div>
    </Panel>
  );
}
