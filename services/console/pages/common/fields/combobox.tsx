import { useId, useState } from 'react';
import { Name } from '../text/isolated-name.tsx';
import './combobox.css';

export interface Find {
  readonly key: string;
  readonly name: string;
  readonly kind: string;
  readonly choose: () => void;
}

interface Props {
  /** Also the placeholder. */
  readonly label: string;
  /** Receives the trimmed text, which is not empty. */
  readonly findAll: (text: string) => readonly Find[];
  readonly whenNone: string;
  readonly onType?: (text: string) => void;
}

/** A field for a text, with a list of what the text finds. */
export function Combobox({ label, findAll, whenNone, onType }: Props) {
  const [text, setText] = useState('');
  /** Stays when more finds arrive. Without an arrow key, the first is active. */
  const [active, setActive] = useState('');
  const list = useId();
  const finds = text.trim() === '' ? [] : findAll(text.trim());
  const index = Math.max(
    0,
    finds.findIndex(({ key }) => key === active),
  );
  const type = (typed: string) => {
    setText(typed);
    setActive('');
    onType?.(typed);
  };
  const choose = (find: Find | undefined) => {
    if (find === undefined) return;
    find.choose();
    type('');
  };
  const keys: Readonly<Record<string, () => void>> = {
    ArrowDown: () => setActive((finds[index + 1] ?? finds[index])?.key ?? ''),
    ArrowUp: () => setActive(finds[Math.max(0, index - 1)]?.key ?? ''),
    Enter: () => choose(finds[index]),
    Escape: () => type(''),
  };
  return (
    <div className="combobox">
      <input
        type="search"
        role="combobox"
        aria-expanded={finds.length > 0}
        aria-controls={list}
        aria-activedescendant={finds.length > 0 ? `${list}-${index}` : undefined}
        aria-label={label}
        placeholder={label}
        autoComplete="off"
        maxLength={100}
        value={text}
        onChange={({ target }) => type(target.value)}
        onKeyDown={(event) => {
          const act = keys[event.key];
          if (act === undefined) return;
          event.preventDefault();
          act();
        }}
      />
      <div id={list} role="listbox" aria-label="Found" className="finds" hidden={finds.length === 0}>
        {finds.map((find, each) => (
          <button
            key={find.key}
            id={`${list}-${each}`}
            type="button"
            role="option"
            tabIndex={-1}
            aria-selected={each === index}
            className="find row"
            onClick={() => choose(find)}
          >
            <span className="grow clip">
              <Name of={find.name} />
            </span>
            <span className="dim small">{find.kind}</span>
          </button>
        ))}
      </div>
      {text.trim() !== '' && finds.length === 0 && <p className="dim small">{whenNone}</p>}
    </div>
  );
}

/** Names that begin with the text come first. Otherwise, the order stays. */
export function filterFinds(finds: readonly Find[], text: string): readonly Find[] {
  const wanted = text.toLowerCase();
  const begins = ({ name }: Find) => (name.toLowerCase().startsWith(wanted) ? 0 : 1);
  return finds
    .filter(({ name }) => name.toLowerCase().includes(wanted))
    .sort((left, right) => begins(left) - begins(right));
}
