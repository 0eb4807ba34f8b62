import { expiryChoices, expiryText } from './expiry.ts';

interface Props {
  readonly days: number | null;
  readonly onChange: (days: number | null) => void;
}

/** When a key is refused. */
export function ExpiryChoice({ days, onChange }: Props) {
  return (
    <label className="field">
      Expires
      <select
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
