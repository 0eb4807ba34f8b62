import { useEffect, useMemo, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { pagePaths } from '../page-paths.ts';
import { KeyPages, MemberPages } from './authenticated-pages.tsx';
import type { SignedIn } from './console-api/answers.ts';
import { askConsole } from './console-api/ask-console.ts';
import { askAgain } from './console-api/polling.ts';
import { createSessionKeeper, type SessionKeeper, type SessionState } from './console-api/session-keeper.ts';
import { useStore } from './read-api/use-hub.ts';
import { HubAwayPage } from './shell/hub-away-page.tsx';
import { signInFragment } from './sign-in/sign-in-address.ts';
import { SignInPage } from './sign-in/sign-in-page.tsx';
import { keepTabKey } from './state/tab-api-key.ts';

interface Props {
  readonly firstKey: string | null;
}

const keyRefused =
  'The hub refuses the key of this tab. It was revoked, has expired, or belongs to another hub.';
const signedOut = 'You are signed out: the session has ended, here or at the hub.';
/** While the hub does not answer; and while somebody is signed in, whose session ends when it is not used (`sessions.ts`). */
const askAgainEveryMs = { away: 5_000, member: 3_600_000 } as const;

/** The pages of a hub, as the key of this tab may read them, or else the member who is signed in. */
export function App({ firstKey }: Props) {
  const [key, setKey] = useState(firstKey);
  const [refused, setRefused] = useState(false);
  const keeper = useMemo(() => createSessionKeeper(() => askConsole<SignedIn>('session')), []);
  const session = useSessionState(keeper, key === null);
  const { pathname, hash } = useLocation();
  const navigate = useNavigate();

  const changeKey = (next: string | null) => {
    keepTabKey(sessionStorage, next);
    setRefused(false);
    setKey(next);
    if (next !== null && pathname === pagePaths.signIn) void navigate(pagePaths.live, { replace: true });
  };
  const onSignedIn = async () => {
    changeKey(null);
    await keeper.ask();
    await navigate(pagePaths.me, { replace: true });
  };
  const fragment = signInFragment(pathname === pagePaths.signIn ? hash : '');
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
  if (key !== null) {
    const onRefused = () => {
      changeKey(null);
      setRefused(true);
    };
    return <KeyPages key={key} hubKey={key} onRefused={onRefused} onForget={() => changeKey(null)} />;
  }
  if (session.state === 'asking') return <main className="page" aria-busy="true" />;
  if (session.state === 'away') return <HubAwayPage />;
  if (session.state === 'nobody') {
    return signIn(refused ? keyRefused : session.ended ? signedOut : null);
  }
  return <MemberPages key={session.session.key} session={session.session} keeper={keeper} />;
}

/** Who is signed in, asked for where it matters, and again: a tab that only reads uses its session by that alone. */
function useSessionState(keeper: SessionKeeper, matters: boolean): SessionState {
  const session = useStore(keeper.state);
  useEffect(() => {
    if (matters) void keeper.ask();
  }, [keeper, matters]);
  const { state } = session;
  useEffect(() => {
    if (!matters || (state !== 'away' && state !== 'member')) return;
    return askAgain(() => keeper.ask().then(() => true), askAgainEveryMs[state]);
  }, [keeper, matters, state]);
  return session;
}
