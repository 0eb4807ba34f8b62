import { useState } from 'react';
import { useAccounts } from '../read-api/use-read-api.ts';

interface Props {
  readonly ids: readonly string[];
  readonly drawn: readonly string[];
  readonly max: number;
  readonly onChange: (ids: readonly string[]) => void;
}

export function AccountPicker({ ids, drawn, max, onChange }: Props) {
  const { accounts } = useAccounts();
  const [chosen, setChosen] = useState('');
  const others = [...accounts.values()]
    .filter(({ id, categories }) => !ids.includes(id) && categories.includes('stats'))
    .sort((left, right) => left.name.localeCompare(right.name));
  const add = (id: string) => {
    setChosen('');
    if (id !== '') onChange([...ids, id]);
  };
  return (
    <div className="row wrap">
      {ids.map((id) => (
        <button
          key={id}
          type="button"
          className="compared-account"
          data-series={drawn.includes(id) ? drawn.indexOf(id) + 1 : undefined}
          title="Leave out"
          onClick={() => onChange(ids.filter((each) => each !== id))}
        >
          <span className="clip">{accounts.get(id)?.name ?? id}</span> <span aria-hidden="true">✕</span>
          <span className="hidden-text">leave out</span>
        </button>
      ))}
      {ids.length < max && (
        <select aria-label="Add a player" value={chosen} onChange={({ target }) => add(target.value)}>
          <option value="">Add a player…</option>
          {others.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      )}
    </div>
  );
}
