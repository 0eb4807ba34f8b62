import { Link } from 'react-router';
import { pagePaths } from '../../page-paths.ts';
import { AnswerPanel } from '../common/panel/answer-panel.tsx';
import { CompetitionLine, useCompetitions } from '../competitions/competition-line.tsx';

const shownMax = 3;

/** Nothing when no competition is running. */
export function RunningCompetitions() {
  const asked = useCompetitions();
  const running = asked.body?.data.competitions.filter(({ state }) => state === 'running');
  if (running?.length === 0) return null;
  const all = <Link to={pagePaths.competitions}>All</Link>;
  return (
    <AnswerPanel title="Running competitions" className="wide" asked={asked} actions={all}>
      {() => (
        <ul className="panel-body">
          {running?.slice(0, shownMax).map((each) => (
            <CompetitionLine key={each.id} competition={each} hasPlaces />
          ))}
        </ul>
      )}
    </AnswerPanel>
  );
}
