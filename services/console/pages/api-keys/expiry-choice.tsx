import { focusOn } from '../browser/focus.ts';
import { expiryChoices, expiryText } from './expiry.ts';

interface Props {
  readonly days: number | null;
  readonly onChange: (days: number | null) => void;
  /** Whether the field replaced a pressed button. */
  readonly isFocused?: boolean;
}

export function ExpiryChoice({ days, onChange, isFocused = false }: Props) {
  return (
    <label className="field">
      Expires
      <select
        ref={isFocused ? focusOn : undefined}
        value={days ?? ''}
        onChange={({ target }) => onChange(target.value === '' ? null : Number(target.value))}
      >
        {expiryChoices.map((choice) => (
          <option key={choice ?? ''} value={choice ?? ''}>
            {expiryText(choice)}
          </option>
        ))}
      </select>
    </label>
  );
}
