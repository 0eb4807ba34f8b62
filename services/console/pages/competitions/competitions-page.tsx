import { type ReactNode, useState } from 'react';
import type { CompetitionsAnswer } from '../admin/admin-answers.ts';
import { useTitle } from '../browser/use-title.ts';
import { AnswerPanel } from '../common/panel/answer-panel.tsx';
import { Panel } from '../common/panel/panel.tsx';
import { countText } from '../common/text/format.ts';
import { useConsoleAnswer } from '../console-api/use-console-answer.ts';
import { useSession } from '../console-api/use-session.ts';
import type { AnswerState } from '../read-api/use-hub-answer.ts';
import { CompetitionActions } from './competition-actions.tsx';
import { TimesNote } from './competition-facts.tsx';
import { CompetitionForm } from './competition-form.tsx';
import { CompetitionLine, type ListedCompetition, useCompetitions } from './competition-line.tsx';
import './competitions.css';

export function CompetitionsPage() {
  useTitle('Competitions');
  const isAdmin = useSession()?.member.is_admin === true;
  return (
    <main id="content" className="page competitions">
      <h1>Competitions</h1>
      <TimesNote />
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
  const [isCreating, setIsCreating] = useState(false);
  const actions = (
    <button
      type="button"
      className="chip"
      aria-expanded={isCreating}
      onClick={() => setIsCreating(!isCreating)}
    >
      Create a competition
    </button>
  );
  return (
    <CompetitionPanels
      asked={asked}
      competitions={asked.body?.competitions}
      actions={actions}
      form={
        isCreating && (
          <Panel title="A new competition">
            <CompetitionForm before={null} onEnd={() => setIsCreating(false)} />
          </Panel>
        )
      }
      below={(competition) => <CompetitionActions competition={competition} />}
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
