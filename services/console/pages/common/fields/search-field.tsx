import { useId } from 'react';
import type { HistoryEntry } from '../../state/use-address-value.ts';
import { useTypedSearch } from './use-typed-search.ts';

interface Props {
  readonly label: string;
  readonly placeholder?: string;
  readonly value: string;
  /** The browser offers these texts. */
  readonly offered?: readonly string[];
  /** A complete text counts after a pause. */
  readonly isComplete?: (text: string) => boolean;
  /** Receives the trimmed text. Must stay the same function. */
  readonly onSearch: (text: string, entry: HistoryEntry) => void;
}

const onlyByEnter = () => false;

/** Each text counts after Enter, or when the field loses the focus. */
export function SearchField(props: Props) {
  const { label, placeholder, value, offered = [], isComplete = onlyByEnter, onSearch } = props;
  const typed = useTypedSearch(value, onSearch, isComplete);
  const list = useId();
  return (
    <label className="row small">
      {label}
      <input
        type="search"
        maxLength={100}
        placeholder={placeholder}
        list={list}
        value={typed.text ?? value}
        onChange={({ target }) => typed.type(target.value)}
        onBlur={typed.search}
        onKeyDown={({ key }) => key === 'Enter' && typed.search()}
      />
      <datalist id={list}>
        {offered.map((text) => (
          <option key={text} value={text} />
        ))}
      </datalist>
    </label>
  );
}
