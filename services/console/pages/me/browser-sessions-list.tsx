import { useState } from 'react';
import { TimeAgo } from '../common/text/time-ago.tsx';
import type { OwnPageAnswer } from '../console-api/answers.ts';
import { askConsole } from '../console-api/ask-console.ts';
import { useMemberSession } from '../console-api/use-session.ts';

export function BrowserSessionsList({ sessions }: Pick<OwnPageAnswer, 'sessions'>) {
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
      <h3>Signed in {sessions.length === 1 ? 'here only' : `in ${sessions.length} browsers`}</h3>
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
