import { useId } from 'react';

interface Props {
  readonly value: string;
  readonly onChange: (zone: string) => void;
}

export function TimeZoneField({ value, onChange }: Props) {
  const id = useId();
  return (
    <label className="field">
      Time zone
      <input
        type="text"
        list={id}
        value={value}
        spellCheck={false}
        onChange={({ target }) => onChange(target.value)}
      />
      <datalist id={id}>
        {Intl.supportedValuesOf('timeZone').map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
    </label>
  );
}
