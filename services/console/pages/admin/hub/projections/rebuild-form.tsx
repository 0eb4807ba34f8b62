import { type FormEvent, useState } from 'react';
import { useOpenedFocus } from '../../../browser/focus.ts';
import { FormActions } from '../../../commands/form-actions.tsx';
import { useCommand } from '../../../commands/use-command.ts';
import type { RebuildOptionsData } from '../../admin-answers.ts';

interface Props {
  /** Null rebuilds every projection, those with the same streams from one reading. */
  readonly name: string | null;
  readonly onEnd: () => void;
}

const paces = {
  beside: 'Rest whenever readers would notice',
  limited: 'At most so many events a second',
  full: 'At full speed: several times as fast, and readers may notice',
} as const;
type Pace = keyof typeof paces;

const [rateDefault, rateMax] = [5_000, 999_999_999];

/** How fast a copy is built, and what becomes of it. */
export function RebuildForm({ name, onEnd }: Props) {
  const command = useCommand();
  const form = useOpenedFocus<HTMLFormElement>();
  const [pace, setPace] = useState<Pace>('beside');
  const [rate, setRate] = useState(rateDefault);
  const [promote, setPromote] = useState(false);
  const what = `Rebuild ${name ?? 'all projections'}`;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const options: RebuildOptionsData = {
      ...(pace === 'limited' && { rate }),
      ...(pace === 'full' && { full_speed: true }),
      ...(promote && { promote }),
    };
    const path = name === null ? 'admin/projections/rebuild' : `admin/projections/${name}/rebuild`;
    if ((await command.give({ path, body: options, what })) !== null) onEnd();
  };
  return (
    <form className="command-form" ref={form} onSubmit={submit} aria-label={what}>
      <p className="dim small">
        A copy is built beside {name ?? 'each of them'} from the whole log. What is served stays, and what an
        earlier rebuild has built is gone on with.
      </p>
      <PaceChoice pace={pace} onChange={setPace} />
      {pace === 'limited' && (
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
        Then verify it, and promote it when it is equal or the live one is damaged
      </label>
      <FormActions submit={what} use={command} onLeave={onEnd} />
    </form>
  );
}

interface PaceProps {
  readonly pace: Pace;
  readonly onChange: (pace: Pace) => void;
}

function PaceChoice({ pace, onChange }: PaceProps) {
  return (
    <fieldset className="choice-list">
      <legend>How fast</legend>
      {(Object.keys(paces) as Pace[]).map((each) => (
        <label key={each}>
          <input type="radio" name="pace" checked={each === pace} onChange={() => onChange(each)} />
          {paces[each]}
        </label>
      ))}
    </fieldset>
  );
}
