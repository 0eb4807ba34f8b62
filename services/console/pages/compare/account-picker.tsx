import { Combobox, filterFinds } from '../common/fields/combobox.tsx';
import { compareNames } from '../common/text/account-name.ts';
import { useAccounts } from '../read-api/use-read-api.ts';

interface Props {
  readonly ids: readonly string[];
  readonly drawn: readonly string[];
  readonly max: number;
  readonly onChange: (ids: readonly string[]) => void;
}

const shownMax = 8;

export function AccountPicker({ ids, drawn, max, onChange }: Props) {
  const { accounts } = useAccounts();
  const others = [...accounts.values()]
    .filter(({ id, categories }) => !ids.includes(id) && categories.includes('stats'))
    .sort(compareNames)
    .map(({ id, name }) => ({ key: id, name, kind: 'player', choose: () => onChange([...ids, id]) }));
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
        <Combobox
          label="Add a player"
          findAll={(text) => filterFinds(others, text).slice(0, shownMax)}
          whenNone="No other player has this text in the name."
        />
      )}
    </div>
  );
}
