import { useState } from 'react';
import { Link } from 'react-router';
import type { AnswerOf } from '../../../../shared/client/api.ts';
import type { AccountsAnswer, CompetitionData, CompetitionsAnswer } from '../admin/admin-answers.ts';
import { useTitle } from '../browser/use-title.ts';
import { CommandButton } from '../commands/command-button.tsx';
import { AnswerPanel } from '../common/panel/answer-panel.tsx';
import { isolateName } from '../common/text/account-name.ts';
import { Name, Names } from '../common/text/isolated-name.tsx';
import { useConsoleAnswer } from '../console-api/use-console-answer.ts';
import { useSession } from '../console-api/use-session.ts';
import { useHubAnswer } from '../read-api/use-hub-answer.ts';
import { CompetitionFacts, competitionAddress } from './competition-facts.tsx';
import { CompetitionForm } from './competition-form.tsx';
import './competitions.css';

export function CompetitionsPage() {
  useTitle('Competitions');
  const isAdmin = useSession()?.member.is_admin === true;
  return (
    <main id="content" className="page competitions">
      <h1>Competitions</h1>
      {isAdmin ? <ManagedCompetitions /> : <ReadCompetitions />}
    </main>
  );
}

function ReadCompetitions() {
  const asked = useHubAnswer(
    'competitions',
    {},
    (client, signal) => client.get('/competitions', {}, signal),
    { everyMs: 60_000 },
  );
  return (
    <AnswerPanel title="All competitions" asked={asked}>
      {({ data }) => <CompetitionLists competitions={data.competitions} />}
    </AnswerPanel>
  );
}

/** An admin also sees the accounts of teams that the admin cannot read. */
function ManagedCompetitions() {
  const asked = useConsoleAnswer<CompetitionsAnswer>('admin/competitions');
  const accounts =
    useConsoleAnswer<AccountsAnswer>('admin/accounts', { everyMs: false }).body?.accounts ?? [];
  /** An id, `new` or `nothing`. */
  const [editing, setEditing] = useState('nothing');
  const form = { accounts, onEnd: () => setEditing('nothing') };
  const actions = (
    <button
      type="button"
      className="chip"
      aria-expanded={editing === 'new'}
      onClick={() => setEditing(editing === 'new' ? 'nothing' : 'new')}
    >
      Create a competition
    </button>
  );
  return (
    <AnswerPanel title="All competitions" asked={asked} actions={actions}>
      {({ competitions }) => (
        <>
          {editing === 'new' && <CompetitionForm before={null} {...form} />}
          <CompetitionLists competitions={competitions} onEdit={setEditing} />
          {competitions.map((each) =>
            each.id === editing ? <CompetitionForm key={each.id} before={each} {...form} /> : null,
          )}
        </>
      )}
    </AnswerPanel>
  );
}

type Listed = AnswerOf<'/competitions'>['data']['competitions'][number] | CompetitionData;
const states = [
  ['running', 'Running', 'No competition is running.'],
  ['coming', 'Coming', 'No competition is planned.'],
  ['ended', 'Past', 'No competition has ended yet.'],
] as const;

interface ListProps {
  readonly competitions: readonly Listed[];
  /** For an admin. */
  readonly onEdit?: (id: string) => void;
}

function CompetitionLists({ competitions, onEdit }: ListProps) {
  return states.map(([state, title, whenNone]) => {
    const listed = competitions.filter((each) => each.state === state);
    return (
      <section key={state} aria-label={title} className="panel-body">
        <h3>{title}</h3>
        {listed.length === 0 && <p className="dim">{whenNone}</p>}
        <ul>
          {listed.map((competition) => (
            <li key={competition.id} className="competition">
              <Link to={competitionAddress(competition.id)}>
                <Name of={competition.title} />
              </Link>
              <span className="grow dim small">
                <CompetitionFacts competition={competition} />
                {competition.teams.length > 0 && ' · '}
                <Names of={competition.teams.map(({ name }) => name)} />
              </span>
              {onEdit !== undefined && <Actions competition={competition} onEdit={onEdit} />}
            </li>
          ))}
        </ul>
      </section>
    );
  });
}

interface ActionsProps {
  readonly competition: Listed;
  readonly onEdit: (id: string) => void;
}

function Actions({ competition: { id, title, state }, onEdit }: ActionsProps) {
  return (
    <span className="row wrap">
      <button type="button" aria-label={`Change the competition ${title}`} onClick={() => onEdit(id)}>
        Change
      </button>
      {state !== 'ended' && (
        <CommandButton
          label="End"
          path={`admin/competitions/${id}/end`}
          what={`End the competition ${isolateName(title)}`}
          ask="A competition that has ended cannot continue."
          isDangerous
        />
      )}
    </span>
  );
}
