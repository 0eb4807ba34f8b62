import { useState } from 'react';
import { TimeAgo } from '../common/text/time-ago.tsx';
import type { MePage } from '../console-api/answers.ts';
import { askConsole } from '../console-api/ask-console.ts';
import { useMember } from '../console-api/use-session.ts';

/** Where the member is signed in, and the way out everywhere. */
export function SessionsList({ sessions }: Pick<MePage, 'sessions'>) {
  const { keeper } = useMember();
  const [running, setRunning] = useState(false);
  const [failed, setFailed] = useState(false);
  const signOut = async () => {
    if (running) return;
    setRunning(true);
    await askConsole('sign-out', { body: { everywhere: true } }).catch(() => {});
    const { state } = await keeper.ask();
    setRunning(false);
    setFailed(state === 'member');
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
      <button type="button" aria-disabled={running} onClick={signOut}>
        Sign out everywhere
      </button>
      {failed && (
        <p role="alert" className="danger small">
          The hub does not answer: you are still signed in.
        </p>
      )}
    </div>
  );
}
