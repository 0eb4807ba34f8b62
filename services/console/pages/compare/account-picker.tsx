import { NameSelect } from '../common/fields/name-select.tsx';
import { compareNames } from '../common/text/account-name.ts';
import { useAccounts } from '../read-api/use-read-api.ts';

interface Props {
  readonly ids: readonly string[];
  readonly drawn: readonly string[];
  readonly max: number;
  readonly onChange: (ids: readonly string[]) => void;
}

export function AccountPicker({ ids, drawn, max, onChange }: Props) {
  const { accounts } = useAccounts();
  const others = [...accounts.values()]
    .filter(({ id, categories }) => !ids.includes(id) && categories.includes('stats'))
    .sort(compareNames);
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
        <NameSelect
          label="Add a player"
          none="Add a player…"
          choices={others}
          chosen=""
          onChoose={(id) => id !== '' && onChange([...ids, id])}
        />
      )}
    </div>
  );
}
