import { useState } from 'react';
import { NavLink } from 'react-router';
import { pagePaths } from '../../page-paths.ts';
import { askConsole } from '../console-api/ask-console.ts';
import { useMember } from '../console-api/use-session.ts';

/** Who is signed in, with the way to their own page and out. */
export function SignedInName() {
  const { member } = useMember();
  const { signOut, running, failed } = useSignOut();
  return (
    <>
      <NavLink to={pagePaths.me} className="own-name clip" title={`Your own page, ${member.name}`}>
        {member.name}
      </NavLink>
      <button type="button" className="chip" aria-disabled={running} onClick={signOut}>
        Sign out
      </button>
      {failed && (
        <span role="alert" className="danger small">
          The hub does not answer: you are still signed in.
        </span>
      )}
    </>
  );
}

function useSignOut() {
  const { keeper } = useMember();
  const [running, setRunning] = useState(false);
  const [failed, setFailed] = useState(false);
  const signOut = () => {
    if (running) return;
    setRunning(true);
    setFailed(false);
    askConsole('sign-out', { body: {} })
      .catch(() => {})
      // Whatever was answered, what counts is whether the session still is there.
      .then(() => keeper.ask())
      .then(({ state }) => {
        setRunning(false);
        setFailed(state === 'member');
      });
  };
  return { signOut, running, failed };
}
