import { type FormEvent, useState } from 'react';
import { isApiKeyFormat } from '../state/tab-api-key.ts';

interface Props {
  readonly onKey: (key: string) => void;
}

export function ApiKeyForm({ onKey }: Props) {
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
