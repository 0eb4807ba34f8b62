import { useEffect, useMemo, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { pagePaths } from '../page-paths.ts';
import { readPageSettings } from './browser/page-settings.ts';
import { ApiKeyPages, MemberPages } from './connected-pages.tsx';
import type { SessionAnswer } from './console-api/answers.ts';
import { askConsole } from './console-api/ask-console.ts';
import { startPolling } from './console-api/polling.ts';
import { createSessionKeeper, type SessionKeeper, type SessionState } from './console-api/session-keeper.ts';
import { useStore } from './read-api/use-read-api.ts';
import { parseSignInFragment } from './sign-in/sign-in-fragment.ts';
import { SignInPage } from './sign-in/sign-in-page.tsx';
import { storeTabApiKey, type TabApiKey } from './state/tab-api-key.ts';

type ApiKeyFault = 'malformed' | 'refused';

const texts: Readonly<Record<ApiKeyFault, string>> = {
  malformed: 'The text after #key= in the address is no API key. Check that the address was copied whole.',
  refused: 'The hub refuses the key of this tab. It was revoked, has expired, or belongs to another hub.',
};

function apiKeyFaultText(fault: ApiKeyFault): string {
  return texts[fault];
}

interface ApiKeyFaultProps {
  readonly fault: ApiKeyFault;
  readonly onClose: () => void;
}

function ApiKeyFaultNotice({ fault, onClose }: ApiKeyFaultProps) {
  return (
    <div className="hub-away row wrap">
      <span role="alert">
        {apiKeyFaultText(fault)} These pages continue with the access that this tab had before.
      </span>
      <button type="button" className="chip" onClick={onClose}>
        Close
      </button>
    </div>
  );
}

interface Props {
  readonly initialTabKey: TabApiKey;
}

const signedOut = 'You are signed out: the session has ended, here or at the hub.';
/** Regular requests keep the session from ending as unused. */
const pollEveryMs = { away: 5_000, member: 3_600_000 } as const;

export function App({ initialTabKey }: Props) {
  const [key, setKey] = useState(initialTabKey.key);
  const [earlier, setEarlier] = useState(initialTabKey.earlier);
  const [keyFault, setKeyFault] = useState<ApiKeyFault | null>(
    initialTabKey.isAddressKeyMalformed ? 'malformed' : null,
  );
  const keeper = useMemo(() => createSessionKeeper(() => askConsole<SessionAnswer>('session')), []);
  const session = useSessionState(keeper, key === null);
  const { pathname, hash } = useLocation();
  const navigate = useNavigate();

  const changeKey = (next: string | null) => {
    storeTabApiKey(sessionStorage, next);
    setKeyFault(null);
    setEarlier(null);
    setKey(next);
    if (next !== null && pathname === pagePaths.signIn) void navigate(pagePaths.live, { replace: true });
  };
  const onSignedIn = async () => {
    changeKey(null);
    await keeper.ask();
    await navigate(pagePaths.start, { replace: true });
  };
  const fragment = parseSignInFragment(pathname === pagePaths.signIn ? hash : '');
  const signIn = (complaint: string | null) => (
    <SignInPage
      fragment={fragment}
      complaint={complaint}
      memberName={session.state === 'member' ? session.session.member.name : null}
      onSignedIn={onSignedIn}
      onKey={changeKey}
    />
  );

  if (fragment.token !== null) return signIn(null);
  const notice = keyFault !== null && (
    <ApiKeyFaultNotice fault={keyFault} onClose={() => setKeyFault(null)} />
  );
  if (key !== null) {
    const onRefused = () => {
      changeKey(earlier);
      setKeyFault('refused');
    };
    return (
      <ApiKeyPages
        key={key}
        apiKey={key}
        notice={notice}
        onRefused={onRefused}
        onForget={() => changeKey(null)}
      />
    );
  }
  if (session.state === 'asking') return <main className="page" aria-busy="true" />;
  if (session.state === 'away') return <HubAwayPage />;
  if (session.state === 'nobody') {
    return signIn(keyFault !== null ? apiKeyFaultText(keyFault) : session.hasEnded ? signedOut : null);
  }
  return <MemberPages key={session.session.key} session={session.session} keeper={keeper} notice={notice} />;
}

function useSessionState(keeper: SessionKeeper, isNeeded: boolean): SessionState {
  const session = useStore(keeper.state);
  useEffect(() => {
    if (isNeeded) void keeper.ask();
  }, [keeper, isNeeded]);
  const { state } = session;
  useEffect(() => {
    if (!isNeeded || (state !== 'away' && state !== 'member')) return;
    return startPolling(() => keeper.ask().then(() => true), pollEveryMs[state]);
  }, [keeper, isNeeded, state]);
  return session;
}

function HubAwayPage() {
  return (
    <main id="content" className="page">
      <h1 className="clip">{readPageSettings().hubName}</h1>
      <p role="status" className="stale">
        The hub does not answer. This page asks again by itself, and continues when the hub is back.
      </p>
    </main>
  );
}
