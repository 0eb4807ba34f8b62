import { type ReactNode, useState } from 'react';
import { useLocation } from 'react-router';
import { useTitle } from '../browser/use-title.ts';
import { AnswerPanel } from '../common/panel/answer-panel.tsx';
import { Panel } from '../common/panel/panel.tsx';
import { countText } from '../common/text/format.ts';
import { Name } from '../common/text/isolated-name.tsx';
import { useSession } from '../console-api/use-session.ts';
import { CompetitionActions } from './competition-actions.tsx';
import { TimesNote } from './competition-facts.tsx';
import { CompetitionForm } from './competition-form.tsx';
import { CompetitionLine, useCompetitions } from './competition-line.tsx';
import './competitions.css';

/** The places of each running competition, and of the newest past competition, are a request. */
const withPlacesMax = 10;
const pastAtFirst = 3;

export function CompetitionsPage() {
  useTitle('Competitions');
  const asked = useCompetitions();
  const isAdmin = useSession()?.member.is_admin === true;
  const cancelled: unknown = useLocation().state?.cancelled;
  const [isCreating, setIsCreating] = useState(false);
  const listOf = (state: string) =>
    (asked.body?.data.competitions ?? []).filter((each) => each.state === state);
  const [running, coming, past] = [listOf('running'), listOf('coming'), listOf('ended')];
  const withPlaces = [...past.slice(0, 1), ...running].slice(0, withPlacesMax);
  const linesOf = (listed: readonly (typeof running)[number][]) => (
    <ul className="panel-body">
      {listed.map((each) => (
        <CompetitionLine key={each.id} competition={each} hasPlaces={withPlaces.includes(each)}>
          {isAdmin && <CompetitionActions id={each.id} onChanged={asked.retry} />}
        </CompetitionLine>
      ))}
    </ul>
  );
  const endCreating = () => {
    setIsCreating(false);
    asked.retry();
  };
  return (
    <main id="content" className="page competitions">
      <h1>Competitions</h1>
      <TimesNote />
      {typeof cancelled === 'string' && (
        <p className="command-result done" role="status">
          The competition <Name of={cancelled} /> is cancelled.
        </p>
      )}
      {isCreating && (
        <Panel title="A new competition">
          <CompetitionForm before={null} onEnd={endCreating} />
        </Panel>
      )}
      <AnswerPanel
        title="Running"
        asked={asked}
        actions={
          isAdmin && (
            <button
              type="button"
              className="chip"
              aria-expanded={isCreating}
              onClick={() => setIsCreating(!isCreating)}
            >
              Create a competition
            </button>
          )
        }
      >
        {() => (
          <>
            {running.length === 0 && (
              <p className="notice">
                No competition is running.{!isAdmin && ' An admin of the guild creates competitions.'}
              </p>
            )}
            {linesOf(running)}
          </>
        )}
      </AnswerPanel>
      {coming.length > 0 && <Panel title="Coming">{linesOf(coming)}</Panel>}
      {past.length > 0 && <Past all={past} linesOf={linesOf} />}
    </main>
  );
}

interface PastProps<Listed> {
  readonly all: readonly Listed[];
  readonly linesOf: (listed: readonly Listed[]) => ReactNode;
}

function Past<Listed>({ all, linesOf }: PastProps<Listed>) {
  const [max, setMax] = useState(pastAtFirst);
  return (
    <Panel title="Past">
      {linesOf(all.slice(0, max))}
      {all.length > max && (
        <p className="panel-body">
          <button type="button" onClick={() => setMax(all.length)}>
            Show all {countText(all.length, 'past competition')}
          </button>
        </p>
      )}
    </Panel>
  );
}
