import { type FormEvent, useEffect, useState } from 'react';
import { HubError } from '../../../../shared/client/hub-error.ts';
import { browserTimeZone } from '../browser/time-zone.ts';
import { toSentence } from '../commands/use-command.ts';
import { TimeZoneField } from '../common/fields/time-zone-field.tsx';
import { Loading } from '../common/panel/panel.tsx';
import { Name } from '../common/text/isolated-name.tsx';
import type { LinkInspection, SignInAnswer } from '../console-api/answers.ts';
import { askConsole } from '../console-api/ask-console.ts';
import { SetUpPending } from './first-member-pending.tsx';

interface Props {
  readonly token: string;
  /** The link would end the session of this member. */
  readonly memberName: string | null;
  readonly onSignedIn: () => void;
}

type LinkState =
  | { readonly link: LinkInspection }
  /** `mayPass`: the error is temporary and says nothing about the link. */
  | { readonly refused: string; readonly mayPass: boolean }
  | null;

/**
 * Opening a link only inspects it, because chat previews also open links. The button uses the link.
 */
export function LinkForm({ token, memberName, onSignedIn }: Props) {
  const { state, inspectAgain } = useLinkInspection(token);
  if (state === null) return <Loading />;
  if ('refused' in state)
    return <Refused message={state.refused} onAgain={state.mayPass ? inspectAgain : null} />;
  const { kind, name } = state.link;
  return (
    <>
      {memberName !== null && (
        <p className="dim">
          You are signed in as <Name of={memberName} />. This session ends when you use the link.
        </p>
      )}
      {kind === 'set_up' ? (
        <SetUpForm token={token} onSignedIn={onSignedIn} />
      ) : (
        <SignInButton token={token} name={name ?? ''} onSignedIn={onSignedIn} />
      )}
    </>
  );
}

interface RefusedProps {
  readonly message: string;
  /** Null when another try would also be refused. */
  readonly onAgain: (() => void) | null;
}

function Refused({ message, onAgain }: RefusedProps) {
  return (
    <div className="sign-in-part">
      <p role="alert" className="danger">
        {message}
      </p>
      {onAgain === null ? (
        <p className="dim">A link works once, and not for long. Ask an admin of the guild for another.</p>
      ) : (
        <>
          <p className="dim">This attempt did not use the link.</p>
          <button type="button" onClick={onAgain}>
            Try again
          </button>
        </>
      )}
    </div>
  );
}

interface LinkProps {
  readonly token: string;
  readonly onSignedIn: () => void;
}

function SignInButton({ token, name, onSignedIn }: LinkProps & { readonly name: string }) {
  const { send, isRunning, refused } = useSignIn(onSignedIn);
  return (
    <div className="sign-in-part">
      <button
        type="button"
        className="primary"
        aria-disabled={isRunning}
        onClick={() => send('sign-in/link', { token })}
      >
        Sign in as <Name of={name} />
      </button>
      <p className="dim small">This browser then stays signed in for 30 days after its last visit.</p>
      <SignInRefusal text={refused} />
    </div>
  );
}

function SetUpForm({ token, onSignedIn }: LinkProps) {
  const { send, isRunning, refused, isStored } = useSignIn(onSignedIn);
  const [name, setName] = useState('');
  const [timeZone, setTimeZone] = useState(browserTimeZone);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send('sign-in/set-up', { token, name: name.trim(), time_zone: timeZone });
  };
  if (isStored) return <SetUpPending onSignedIn={onSignedIn} />;
  return (
    <form className="sign-in-part" onSubmit={submit}>
      <p>This hub has no members yet. You become the first member, and an admin who adds the others.</p>
      <label className="field">
        Your name, as the guild sees it
        <input
          type="text"
          value={name}
          required
          maxLength={32}
          onChange={({ target }) => setName(target.value)}
        />
      </label>
      <TimeZoneField value={timeZone} onChange={setTimeZone} />
      <button type="submit" className="primary" disabled={name.trim() === ''} aria-disabled={isRunning}>
        Begin
      </button>
      <SignInRefusal text={refused} />
    </form>
  );
}

function SignInRefusal({ text }: { readonly text: string | null }) {
  return text === null ? null : (
    <p role="alert" className="danger">
      {text}
    </p>
  );
}

function useSignIn(onSignedIn: () => void) {
  const [isRunning, setIsRunning] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const [isStored, setIsStored] = useState(false);
  const onAnswer = ({ status }: SignInAnswer) => (status === 'stored' ? setIsStored(true) : onSignedIn());
  const send = (path: string, body: object) => {
    if (isRunning) return;
    setIsRunning(true);
    setRefused(null);
    askConsole<SignInAnswer>(path, { body })
      .then(onAnswer, (error: unknown) => setRefused(messageFor(error)))
      .finally(() => setIsRunning(false));
  };
  return { send, isRunning, refused, isStored };
}

/** The last result stays until the next result. */
function useLinkInspection(token: string): { readonly state: LinkState; readonly inspectAgain: () => void } {
  const [state, setState] = useState<LinkState>(null);
  const [tries, setTries] = useState(1);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another try is what asks again
  useEffect(() => {
    const ending = new AbortController();
    askConsole<LinkInspection>('sign-in/look', { body: { token }, signal: ending.signal }).then(
      (link) => setState({ link }),
      (error: unknown) => {
        if (ending.signal.aborted) return;
        const mayPass = error instanceof HubError && error.mayPass;
        setState({ refused: messageFor(error), mayPass });
      },
    );
    return () => ending.abort();
  }, [token, tries]);
  return { state, inspectAgain: () => setTries(tries + 1) };
}

function messageFor(error: unknown): string {
  return toSentence(error instanceof HubError ? error.message : 'the page failed');
}
