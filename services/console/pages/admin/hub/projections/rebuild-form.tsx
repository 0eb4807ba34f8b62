import { type FormEvent, useState } from 'react';
import { useFocusOnOpen } from '../../../browser/focus.ts';
import { FormActions } from '../../../commands/form-actions.tsx';
import { useCommand } from '../../../commands/use-command.ts';
import type { RebuildOptionsData } from '../../admin-answers.ts';
import '../../../common/fields/fields.css';

interface Props {
  /** Null rebuilds all projections. */
  readonly name: string | null;
  readonly onEnd: () => void;
}

const limits = {
  load: 'Pause whenever readers would notice',
  rate: 'At most this many events a second',
  none: 'At full speed: several times as fast, and readers may notice',
} as const;
type RebuildLimit = keyof typeof limits;

const [rateDefault, rateMax] = [5_000, 999_999_999];

export function RebuildForm({ name, onEnd }: Props) {
  const command = useCommand();
  const form = useFocusOnOpen<HTMLFormElement>();
  const [limit, setLimit] = useState<RebuildLimit>('load');
  const [rate, setRate] = useState(rateDefault);
  const [promote, setPromote] = useState(false);
  const what = `Rebuild ${name ?? 'all tables'}`;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const options: RebuildOptionsData = {
      ...(limit === 'rate' && { rate }),
      ...(limit === 'none' && { full_speed: true }),
      ...(promote && { promote }),
    };
    const path = name === null ? 'admin/projections/rebuild' : `admin/projections/${name}/rebuild`;
    if ((await command.give({ path, body: options, what })) !== null) onEnd();
  };
  return (
    <form className="command-form" ref={form} onSubmit={submit} aria-label={what}>
      <p className="dim small">
        The hub builds a new copy of {name ?? 'every table'} from the whole log. The copy in use stays. If an
        earlier rebuild has begun a copy, the hub continues that copy.
      </p>
      <LimitChoice limit={limit} onChange={setLimit} />
      {limit === 'rate' && (
        <div className="fields">
          <label className="field">
            Events a second
            <input
              type="number"
              min={1}
              max={rateMax}
              required
              value={rate}
              onChange={({ target }) => setRate(Number(target.value))}
            />
          </label>
        </div>
      )}
      <label className="row">
        <input type="checkbox" checked={promote} onChange={({ target }) => setPromote(target.checked)} />
        Then compare the copies, and use the new copy when it is equal or the copy in use is damaged
      </label>
      <FormActions submit={what} use={command} onLeave={onEnd} />
    </form>
  );
}

interface LimitProps {
  readonly limit: RebuildLimit;
  readonly onChange: (limit: RebuildLimit) => void;
}

function LimitChoice({ limit, onChange }: LimitProps) {
  return (
    <fieldset className="choice-list">
      <legend>How fast</legend>
      {(Object.keys(limits) as RebuildLimit[]).map((each) => (
        <label key={each}>
          <input type="radio" name="limit" checked={each === limit} onChange={() => onChange(each)} />
          {limits[each]}
        </label>
      ))}
    </fieldset>
  );
}
