interface Props {
  readonly label: string;
  /** Default: the label. */
  readonly placeholder?: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Each letter counts at once. `SearchField` waits for Enter. */
export function SearchInput({ label, placeholder = label, value, onChange }: Props) {
  return (
    <input
      type="search"
      aria-label={label}
      placeholder={placeholder}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      // Enter would send a form around the field.
      onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
    />
  );
}
