import { useState } from 'react';
import { NavLink } from 'react-router';
import { pagePaths } from '../../page-paths.ts';
import { Name } from '../common/text/isolated-name.tsx';
import { askConsole } from '../console-api/ask-console.ts';
import { useMemberSession } from '../console-api/use-session.ts';

export function SignedInName() {
  const { member } = useMemberSession();
  const { signOut, isRunning, hasFailed } = useSignOut();
  return (
    <>
      <NavLink to={pagePaths.me} className="own-name clip" title={`Your own page, ${member.name}`}>
        <Name of={member.name} />
      </NavLink>
      <button type="button" className="chip" aria-disabled={isRunning} onClick={signOut}>
        Sign out
      </button>
      {hasFailed && (
        <span role="alert" className="danger small">
          The hub does not answer: you are still signed in.
        </span>
      )}
    </>
  );
}

function useSignOut() {
  const { keeper } = useMemberSession();
  const [isRunning, setIsRunning] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);
  const signOut = () => {
    if (isRunning) return;
    setIsRunning(true);
    setHasFailed(false);
    askConsole('sign-out', { body: {} })
      .catch(() => {})
      // The session decides, whatever the request returned.
      .then(() => keeper.ask())
      .then(({ state }) => {
        setIsRunning(false);
        setHasFailed(state === 'member');
      });
  };
  return { signOut, isRunning, hasFailed };
}
