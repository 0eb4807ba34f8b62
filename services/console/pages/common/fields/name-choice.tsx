import { useState } from 'react';
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
}

const soughtFrom = 10;

export function NameChoice({ label, choices, chosen, onChange, whenEmpty }: Props) {
  const toggle = (id: string, on: boolean) =>
    onChange(on ? [...chosen, id] : chosen.filter((each) => each !== id));
  const [sought, setSought] = useState('');
  const wanted = sought.trim().toLowerCase();
  const shown = choices.filter((choice) => accountName(choice).toLowerCase().includes(wanted));
  return (
    <fieldset className="choice-list long">
      <legend>{label}</legend>
      {choices.length === 0 && <span className="dim">{whenEmpty}</span>}
      {choices.length >= soughtFrom && (
        <div className="choice-search row wrap">
          <SearchInput label={`Find among ${choices.length}`} value={sought} onChange={setSought} />
          <span className="dim small">{chosen.length} chosen</span>
        </div>
      )}
      {shown.map((choice) => (
        <label key={choice.id}>
          <input
            type="checkbox"
            checked={chosen.includes(choice.id)}
            onChange={({ target }) => toggle(choice.id, target.checked)}
          />
          <span className="clip">{accountName(choice)}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** Former members and erased accounts have no box, and the hub refuses them. */
export function filterOffered(ids: readonly string[], choices: Choices): readonly string[] {
  return ids.filter((id) => choices.some((choice) => choice.id === id));
}
