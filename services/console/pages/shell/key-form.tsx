import { type FormEvent, useState } from 'react';
import { readPageSettings } from '../hub/page-settings.ts';
import { looksLikeKey } from '../hub/tab-key.ts';
import { ThemeSwitch } from './theme-switch.tsx';
import './key-form.css';

interface Props {
  readonly onKey: (key: string) => void;
  /** The hub refused the key that this tab had. */
  readonly refused?: boolean;
}

/** What somebody without a key sees. */
export function KeyForm({ onKey, refused = false }: Props) {
  const [text, setText] = useState('');
  const [wrong, setWrong] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const key = text.trim();
    if (looksLikeKey(key)) onKey(key);
    else setWrong(true);
  };
  const complaint = wrong ? 'That is no key: one begins with hub_ and has two parts after it.' : null;
  return (
    <main className="key-form-page">
      <form className="key-form" onSubmit={submit}>
        <div className="row">
          <h1 className="grow clip">{readPageSettings().hubName}</h1>
          <ThemeSwitch />
        </div>
        {refused && (
          <p role="alert" className="key-form-refused">
            The hub refuses the key of this tab. It was revoked, has expired, or belongs to another hub.
          </p>
        )}
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
            aria-invalid={wrong}
            aria-describedby="key-help"
            onChange={({ target }) => {
              setText(target.value);
              setWrong(false);
            }}
          />
          <button type="submit" className="primary">
            Open
          </button>
        </div>
        {complaint !== null && <p role="alert">{complaint}</p>}
        <p id="key-help" className="dim small">
          The key stays in this tab and goes to this hub only. An officer makes one with{' '}
          <code>
            npm run hub -- key create --service --name pages --categories stats,events,activity,location_live
          </code>
          . An address that ends in <code>/#key=hub_…</code> opens without asking.
        </p>
      </form>
    </main>
  );
}
