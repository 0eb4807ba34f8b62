import { type FormEvent, useEffect, useState } from 'react';
import { HubError } from '../../../../shared/client/hub-error.ts';
import { basePath } from '../browser/base-path.ts';
import { readPageSettings } from '../browser/page-settings.ts';
import { useTitle } from '../browser/use-title.ts';
import type { SignInOptions } from '../console-api/answers.ts';
import { askConsole } from '../console-api/ask-console.ts';
import { startPolling } from '../console-api/polling.ts';
import { ConnectionWarning } from '../shell/connection-warning.tsx';
import { ThemeSwitch } from '../shell/theme-switch.tsx';
import { LinkForm } from './link-form.tsx';
import { discordFailureText } from './sign-in-fragment.ts';
import './sign-in.css';
import { isApiKeyFormat } from '../state/tab-api-key.ts';

interface Props {
  /** The token of a link, or the code of a Discord failure. */
  readonly fragment: { readonly token: string | null; readonly failed: string | null };
  readonly complaint: string | null;
  readonly memberName: string | null;
  readonly onSignedIn: () => void;
  readonly onKey: (key: string) => void;
}

export function SignInPage({ fragment, complaint, memberName, onSignedIn, onKey }: Props) {
  useTitle('Sign in');
  const { token, failed } = fragment;
  const said = failed === null ? complaint : discordFailureText(failed);
  return (
    <main id="content" className="sign-in">
      <div className="sign-in-card">
        <div className="row">
          <h1 className="grow clip">{readPageSettings().hubName}</h1>
          <ThemeSwitch />
        </div>
        {said !== null && (
          <p role="alert" className="danger">
            {said}
          </p>
        )}
        {token === null ? (
          <SignInChoices />
        ) : (
          <LinkForm key={token} token={token} memberName={memberName} onSignedIn={onSignedIn} />
        )}
        {token === null && <ApiKeyForm onKey={onKey} />}
      </div>
    </main>
  );
}

function SignInChoices() {
  const offer = useSignInOptions();
  if (offer === null) return null;
  return (
    <section className="sign-in-part" aria-label="Sign in">
      {offer.discord && (
        <a className="button primary" href={`${basePath}/console/api/sign-in/discord`}>
          Sign in with Discord
        </a>
      )}
      {offer.has_members ? (
        <p className="dim">
          You sign in with a link of your own, which works once. An admin of the guild makes the link, on the
          page of members or with <code>npm run hub -- sign-in NAME</code>.
        </p>
      ) : (
        <p>
          This hub has no members yet. It printed a set-up link when it started: the first person who opens it
          becomes the first member, and the admin of the hub.
        </p>
      )}
      {!offer.private && <ConnectionWarning />}
    </section>
  );
}

const askAgainAfterMs = 5_000;

/** Null before the first answer, and when the hub offers no sign-in. */
function useSignInOptions(): SignInOptions | null {
  const [offer, setOffer] = useState<SignInOptions | null>(null);
  useEffect(() => {
    const ending = new AbortController();
    /** Whether another try may succeed. */
    const ask = async () => {
      try {
        setOffer(await askConsole<SignInOptions>('sign-in', { signal: ending.signal }));
        return false;
      } catch (error) {
        return error instanceof HubError && error.mayPass;
      }
    };
    const stop = startPolling(ask, askAgainAfterMs, 0);
    return () => {
      ending.abort();
      stop();
    };
  }, []);
  return offer;
}

interface KeyFormProps {
  readonly onKey: (key: string) => void;
}

function ApiKeyForm({ onKey }: KeyFormProps) {
  const [text, setText] = useState('');
  const [isWrong, setIsWrong] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const key = text.trim();
    if (isApiKeyFormat(key)) onKey(key);
    else setIsWrong(true);
  };
  return (
    <form className="sign-in-part" onSubmit={submit}>
      <label htmlFor="key">An API key of this hub</label>
      <div className="row">
        <input
          id="key"
          type="password"
          className="grow"
          autoComplete="off"
          spellCheck={false}
          placeholder="hub_…"
          value={text}
          aria-invalid={isWrong}
          aria-describedby="key-help"
          onChange={({ target }) => {
            setText(target.value);
            setIsWrong(false);
          }}
        />
        <button type="submit">Open</button>
      </div>
      {isWrong && <p role="alert">This is no key: a key begins with hub_ and has two parts after it.</p>}
      <p id="key-help" className="dim small">
        The key stays in this tab and goes to this hub only. Members make keys on their own page. An address
        that ends in <code>/#key=hub_…</code> opens without asking.
      </p>
    </form>
  );
}
