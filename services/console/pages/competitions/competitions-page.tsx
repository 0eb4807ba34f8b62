import { type ReactNode, useState } from 'react';
import type { AccountsAnswer, CompetitionData, CompetitionsAnswer } from '../admin/admin-answers.ts';
import { useTitle } from '../browser/use-title.ts';
import { CommandButton } from '../commands/command-button.tsx';
import { AnswerPanel } from '../common/panel/answer-panel.tsx';
import { Panel } from '../common/panel/panel.tsx';
import { isolateName } from '../common/text/account-name.ts';
import { countText } from '../common/text/format.ts';
import { useConsoleAnswer } from '../console-api/use-console-answer.ts';
import { useSession } from '../console-api/use-session.ts';
import type { AnswerState } from '../read-api/use-hub-answer.ts';
import { CompetitionForm } from './competition-form.tsx';
import { CompetitionLine, type ListedCompetition, useCompetitions } from './competition-line.tsx';
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
  const asked = useCompetitions();
  return <CompetitionPanels asked={asked} competitions={asked.body?.data.competitions} />;
}

/** An admin also sees the accounts of teams that the admin cannot read. */
function ManagedCompetitions() {
  const asked = useConsoleAnswer<CompetitionsAnswer>('admin/competitions');
  const accounts =
    useConsoleAnswer<AccountsAnswer>('admin/accounts', { everyMs: false }).body?.accounts ?? [];
  /** An id, `new` or `nothing`. */
  const [editing, setEditing] = useState('nothing');
  const formOf = (before: CompetitionData | null) =>
    editing === (before?.id ?? 'new') && (
      <CompetitionForm before={before} accounts={accounts} onEnd={() => setEditing('nothing')} />
    );
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
    <CompetitionPanels
      asked={asked}
      competitions={asked.body?.competitions}
      actions={actions}
      form={editing === 'new' && <Panel title="A new competition">{formOf(null)}</Panel>}
      below={(competition) => (
        <>
          <Actions competition={competition} onEdit={setEditing} />
          {formOf(competition)}
        </>
      )}
    />
  );
}

/** The places of each running competition, and of the newest past competition, are a request. */
const withPlacesMax = 10;
const pastAtFirst = 3;

interface PanelsProps<Listed> {
  readonly asked: AnswerState<unknown>;
  readonly competitions: readonly Listed[] | undefined;
  readonly actions?: ReactNode;
  readonly form?: ReactNode;
  readonly below?: (competition: Listed) => ReactNode;
}

function CompetitionPanels<Listed extends ListedCompetition>(props: PanelsProps<Listed>) {
  const { asked, competitions = [], actions, form, below } = props;
  const listOf = (state: string) => competitions.filter((each) => each.state === state);
  const [showsPast, setShowsPast] = useState(false);
  const past = listOf('ended');
  const withPlaces = [...past.slice(0, 1), ...listOf('running')].slice(0, withPlacesMax);
  const linesOf = (state: string, shownMax?: number) => (
    <ul className="panel-body">
      {listOf(state)
        .slice(0, shownMax)
        .map((each) => (
          <CompetitionLine key={each.id} competition={each} hasPlaces={withPlaces.includes(each)}>
            {below?.(each)}
          </CompetitionLine>
        ))}
    </ul>
  );
  return (
    <>
      {form}
      <AnswerPanel title="Running" asked={asked} actions={actions}>
        {() => (
          <>
            {listOf('running').length === 0 && (
              <p className="notice">
                No competition is running.
                {below === undefined && ' An admin of the guild creates competitions.'}
              </p>
            )}
            {linesOf('running')}
          </>
        )}
      </AnswerPanel>
      {listOf('coming').length > 0 && <Panel title="Coming">{linesOf('coming')}</Panel>}
      {past.length > 0 && (
        <Panel title="Past">
          {linesOf('ended', showsPast ? undefined : pastAtFirst)}
          {!showsPast && past.length > pastAtFirst && (
            <p className="panel-body">
              <button type="button" onClick={() => setShowsPast(true)}>
                Show all {countText(past.length, 'past competition')}
              </button>
            </p>
          )}
        </Panel>
      )}
    </>
  );
}

interface ActionsProps {
  readonly competition: CompetitionData;
  readonly onEdit: (id: string) => void;
}

const endings = {
  End: 'The end is cut to whole 5 minutes: what came since does not count. A competition that has ended cannot continue.',
  Cancel: 'The competition has not begun. It disappears, and cannot come back.',
};

function Actions({ competition: { id, title, state }, onEdit }: ActionsProps) {
  const verb = state === 'coming' ? 'Cancel' : 'End';
  return (
    <span className="row wrap">
      <button type="button" aria-label={`Change the competition ${title}`} onClick={() => onEdit(id)}>
        Change
      </button>
      {state !== 'ended' && (
        <CommandButton
          label={verb}
          path={`admin/competitions/${id}/end`}
          what={`${verb} the competition ${isolateName(title)}`}
          ask={endings[verb]}
          isDangerous
        />
      )}
    </span>
  );
}
