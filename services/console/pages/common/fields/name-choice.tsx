import { type ClipboardEvent, useState } from 'react';
import { searchedName } from '../../../../../shared/domain/searched-name.ts';
import { accountName } from '../text/account-name.ts';
import { SearchInput } from './search-input.tsx';
import './fields.css';

type Choices = readonly { readonly id: string; readonly name: string | null }[];

interface Props {
  readonly label: string;
  readonly choices: Choices;
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
  readonly whenEmpty: string;
  /** Names the part that already has a choice, like `in East`. Such a choice is not shown. */
  readonly takenBy?: (id: string) => string | undefined;
  /** Said by the browser when a form is sent without a choice. */
  readonly whenMissing?: string;
}

const soughtFrom = 10;

export function NameChoice(props: Props) {
  const { label, choices, chosen, onChange, whenEmpty, takenBy, whenMissing = '' } = props;
  const toggle = (id: string, on: boolean) =>
    onChange(on ? [...chosen, id] : chosen.filter((each) => each !== id));
  const [sought, setSought] = useState('');
  const [refused, setRefused] = useState<readonly string[]>([]);
  const paste = (event: ClipboardEvent) => {
    const names = event.clipboardData.getData('text').split(/[,\n]+\s*/);
    if (names.length < 2) return;
    event.preventDefault();
    const ids = new Map(choices.map((choice) => [comparedName(accountName(choice)), choice.id]));
    const pasted = names
      .filter((name) => name !== '')
      .map((name) => {
        const id = ids.get(comparedName(name));
        return { id, name: name.trim(), refusal: id === undefined ? 'unknown' : takenBy?.(id) };
      });
    const accepted = pasted.flatMap(({ id, refusal }) => (refusal === undefined ? (id ?? []) : []));
    onChange([...new Set([...chosen, ...accepted])]);
    setRefused(pasted.flatMap(({ name, refusal }) => (refusal ? `${name} (${refusal})` : [])));
  };
  const wanted = sought.trim().toLowerCase();
  const free = choices.filter(({ id }) => takenBy?.(id) === undefined || chosen.includes(id));
  const shown = free.filter((choice) => accountName(choice).toLowerCase().includes(wanted));
  return (
    <fieldset className="choice-list long" onPaste={paste}>
      <legend>{label}</legend>
      {free.length === 0 && (
        <span className="dim">{choices.length === 0 ? whenEmpty : 'No name is left.'}</span>
      )}
      {choices.length >= soughtFrom && (
        <div className="choice-search row wrap">
          <SearchInput
            label={`Find among ${free.length}`}
            placeholder="Find, or paste names"
            value={sought}
            onChange={setSought}
          />
          <span className="dim small">{chosen.length} chosen</span>
        </div>
      )}
      {refused.length > 0 && (
        <p className="command-result refused" role="alert">
          Not chosen: {refused.join(', ')}
        </p>
      )}
      {shown.map((choice) => (
        <label key={choice.id}>
          <input
            type="checkbox"
            ref={(box) => box?.setCustomValidity(chosen.length > 0 ? '' : whenMissing)}
            checked={chosen.includes(choice.id)}
            onChange={({ target }) => toggle(choice.id, target.checked)}
          />
          <span className="clip">{accountName(choice)}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** The game takes a space and these signs for the same. */
function comparedName(name: string): string {
  return searchedName(name).replaceAll(/[\s_-]+/g, ' ');
}

/** Former members and erased accounts have no box, and the hub refuses them. */
export function filterOffered(ids: readonly string[], choices: Choices): readonly string[] {
  return ids.filter((id) => choices.some((choice) => choice.id === id));
}
