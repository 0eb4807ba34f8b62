import { type FormEvent, type InputHTMLAttributes, useState } from 'react';
import { competitionKinds, teamsMax } from '../../../../shared/domain/competition.ts';
import { overall } from '../../../../shared/domain/skill.ts';
import type { AccountsAnswer, CompetitionData, GuildAccount } from '../admin/admin-answers.ts';
import { focusOn, useFocusOnOpen } from '../browser/focus.ts';
import { FormActions } from '../commands/form-actions.tsx';
import { useCommand } from '../commands/use-command.ts';
import { NameChoice } from '../common/fields/name-choice.tsx';
import { SegmentedControl } from '../common/fields/segmented-control.tsx';
import { periodMs } from '../common/period.ts';
import { SkillPicker } from '../common/skills/skill-picker.tsx';
import { isolateName } from '../common/text/account-name.ts';
import { useConsoleAnswer } from '../console-api/use-console-answer.ts';
import { fromLocalField, toLocalField } from '../events/event-range.ts';
import { BossChoice } from './boss-choice.tsx';

interface Props {
  /** Null creates a competition. */
  readonly before: CompetitionData | null;
  readonly onEnd: () => void;
}

export function CompetitionForm({ before, onEnd }: Props) {
  const { accounts = [] } = useConsoleAnswer<AccountsAnswer>('admin/accounts', { everyMs: false }).body ?? {};
  const command = useCommand<CompetitionData>();
  const form = useFocusOnOpen<HTMLFormElement>();
  const [title, setTitle] = useState(before?.title ?? '');
  const [metric, setMetric] = useState<Metric>(before?.metric ?? { kind: 'xp', name: overall });
  const [from, setFrom] = useState(() => before?.from ?? nextHour().toISOString());
  const [to, setTo] = useState(
    () => before?.to ?? new Date(nextHour().getTime() + periodMs.week).toISOString(),
  );
  const [lacksBoss, setLacksBoss] = useState(false);
  const [teams, setTeams] = useState(() => teamsOf(before));
  const body = { title, metric, from, to, teams };
  // The values when the form was opened: changes of others are not overwritten.
  const [first] = useState(before === null ? {} : body);
  const changes = Object.entries(body).filter(
    ([field, value]) => JSON.stringify(value) !== JSON.stringify(first[field as keyof typeof first]),
  );
  const hasEnded = before?.state === 'ended';
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setLacksBoss(metric.name === '');
    if (metric.name === '') return focusOn(form.current?.querySelector('[aria-label^="Boss:"]') ?? null);
    if (changes.length === 0) return onEnd();
    const saved = await command.give({
      path: before === null ? 'admin/competitions' : `admin/competitions/${before.id}`,
      body: Object.fromEntries(changes),
      what: `${before === null ? 'Create' : 'Change'} the competition ${isolateName(title)}`,
    });
    if (saved !== null) onEnd();
  };
  return (
    <form
      ref={form}
      className="command-form"
      onSubmit={submit}
      aria-label={before === null ? 'A new competition' : 'Change a competition'}
    >
      <div className="fields">
        <Field label="Title" value={title} onText={setTitle} />
        {!hasEnded && (
          <>
            <Field
              label="From"
              type="datetime-local"
              value={toLocalField(from)}
              onText={(text) => setFrom(fromLocalField(text))}
            />
            <Field
              label="To"
              type="datetime-local"
              value={toLocalField(to)}
              min={toLocalField(from)}
              onText={(text) => setTo(fromLocalField(text))}
            />
          </>
        )}
      </div>
      {!hasEnded && (
        <>
          <p className="dim small">Times are cut to whole 5 minutes.</p>
          <MetricChoice metric={metric} onChange={setMetric} lacksBoss={lacksBoss} />
          <Teams teams={teams} accounts={accounts} onChange={setTeams} />
        </>
      )}
      <FormActions submit={before === null ? 'Create' : 'Save'} use={command} onLeave={onEnd} />
    </form>
  );
}

/** Begins an hour of the browser's time zone. */
function nextHour(): Date {
  const now = new Date();
  now.setHours(now.getHours() + 1, 0, 0, 0);
  return now;
}

type Metric = CompetitionData['metric'];
const namesAtFirst: Readonly<Record<Metric['kind'], string | null>> = {
  xp: overall,
  kills: '',
  drops: null,
};

interface MetricProps {
  readonly metric: Metric;
  readonly onChange: (metric: Metric) => void;
  /** Whether the form was sent without a boss. */
  readonly lacksBoss: boolean;
}

function MetricChoice({ metric: { kind, name }, onChange, lacksBoss }: MetricProps) {
  return (
    <>
      <div className="field">
        <span aria-hidden="true">Counter</span>
        <SegmentedControl
          label="Counter"
          choices={competitionKinds}
          chosen={kind}
          onChoose={(next) => onChange({ kind: next, name: namesAtFirst[next] })}
        />
      </div>
      {kind === 'xp' && (
        <div className="row">
          <SkillPicker chosen={name ?? overall} onChoose={(skill) => onChange({ kind, name: skill })} />
        </div>
      )}
      {kind === 'kills' && (
        <BossChoice boss={name ?? ''} onChoose={(boss) => onChange({ kind, name: boss })} />
      )}
      {lacksBoss && name === '' && (
        <p className="command-result refused" role="alert">
          Choose the boss whose kills count.
        </p>
      )}
    </>
  );
}

interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  readonly label: string;
  readonly onText: (text: string) => void;
}

function Field({ label, onText, ...input }: FieldProps) {
  return (
    <label className="field">
      {label}
      <input type="text" maxLength={64} required onChange={({ target }) => onText(target.value)} {...input} />
    </label>
  );
}

interface Team {
  readonly name: string;
  readonly accounts: readonly string[];
}

function teamsOf(before: CompetitionData | null): readonly Team[] {
  const teams = before?.teams ?? [];
  return teams.map(({ name, accounts }) => ({ name, accounts: accounts.map(({ id }) => id) }));
}

interface TeamsProps {
  readonly accounts: readonly GuildAccount[];
  readonly teams: readonly Team[];
  readonly onChange: (teams: readonly Team[]) => void;
}

function Teams({ teams, accounts, onChange }: TeamsProps) {
  return (
    <>
      {teams.map((team, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a team is its place while its name is typed
        <div key={place} className="team-form">
          <Field
            label={`Name of team ${place + 1}`}
            value={team.name}
            onText={(name) => onChange(teams.with(place, { ...team, name }))}
          />
          <NameChoice
            label={`Accounts of team ${place + 1}`}
            choices={accounts}
            chosen={team.accounts}
            onChange={(chosen) => onChange(teams.with(place, { ...team, accounts: chosen }))}
            whenEmpty="No account yet."
            whenMissing="Choose at least one account of this team."
            takenBy={(id) => {
              const other = teams.findIndex((each) => each !== team && each.accounts.includes(id));
              return other === -1 ? undefined : `in ${teams[other]?.name || `team ${other + 1}`}`;
            }}
          />
        </div>
      ))}
      <p className="dim small">
        {teams.length === 0 ? 'Without teams, all players take part.' : 'Only players of a team take part.'}
      </p>
      <div className="row wrap">
        {teams.length < teamsMax && (
          <button type="button" onClick={() => onChange([...teams, { name: '', accounts: [] }])}>
            Add a team
          </button>
        )}
        {teams.length > 0 && (
          <button type="button" onClick={() => onChange(teams.slice(0, -1))}>
            Remove team {teams.length}
          </button>
        )}
      </div>
    </>
  );
}
