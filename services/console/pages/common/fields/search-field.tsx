import { startTransition, useId, useState } from 'react';

interface Props {
  readonly label: string;
  readonly value: string;
  /** The browser offers these texts. */
  readonly offered?: readonly string[];
  /** Receives the trimmed text. */
  readonly onSearch: (text: string) => void;
}

/** A text counts after Enter, or when the field loses the focus. */
export function SearchField({ label, value, offered = [], onSearch }: Props) {
  const [typed, setTyped] = useState<string | null>(null);
  const list = useId();
  const search = () => {
    if (typed !== null && typed.trim() !== value) onSearch(typed.trim());
    // The router renders a new address as a transition, and the old text must not flash before it.
    startTransition(() => setTyped(null));
  };
  return (
    <label className="row small">
      {label}
      <input
        type="search"
        maxLength={100}
        list={list}
        value={typed ?? value}
        onChange={({ target }) => setTyped(target.value)}
        onBlur={search}
        onKeyDown={({ key }) => key === 'Enter' && search()}
      />
      <datalist id={list}>
        {offered.map((text) => (
          <option key={text} value={text} />
        ))}
      </datalist>
    </label>
  );
}
