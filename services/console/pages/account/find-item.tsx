interface Props {
  readonly find: string;
  readonly onFind: (find: string) => void;
}

export function FindItem({ find, onFind }: Props) {
  return (
    <input
      type="search"
      aria-label="Find an item"
      placeholder="Find an item"
      value={find}
      onChange={({ target }) => onFind(target.value)}
    />
  );
}
