import { Link } from 'react-router';
import type { AnswerOf } from '../../../../shared/client/api.ts';
import { pagePaths } from '../../page-paths.ts';
import { useTitle } from '../browser/use-title.ts';
import { AnswerPanel } from '../common/panel/answer-panel.tsx';
import { metricText } from '../common/text/competition-text.ts';
import { Name } from '../common/text/isolated-name.tsx';
import { useSession } from '../console-api/use-session.ts';
import { useHubAnswer } from '../read-api/use-hub-answer.ts';
import { competitionAddress } from './competition-address.ts';
import { CompetitionTime } from './competition-time.tsx';
import './competitions.css';

type Competition = AnswerOf<'/competitions'>['data']['competitions'][number];

const states = [
  ['running', 'Running', 'No competition is running.'],
  ['coming', 'Coming', 'No competition is planned.'],
  ['ended', 'Past', 'No competition has ended yet.'],
] as const;

export function CompetitionsPage() {
  useTitle('Competitions');
  const isAdmin = useSession()?.member.is_admin === true;
  const asked = useHubAnswer(
    'competitions',
    {},
    (client, signal) => client.get('/competitions', {}, signal),
    { everyMs: 60_000 },
  );
  return (
    <main id="content" className="page competitions">
      <h1>Competitions</h1>
      <AnswerPanel
        title="Competitions of the guild"
        asked={asked}
        actions={isAdmin && <Link to={pagePaths.adminCompetitions}>Create, change or end</Link>}
      >
        {({ data: { competitions } }) =>
          states.map(([state, title, whenNone]) => (
            <CompetitionList
              key={state}
              title={title}
              whenNone={whenNone}
              competitions={competitions.filter((each) => each.state === state)}
            />
          ))
        }
      </AnswerPanel>
    </main>
  );
}

interface ListProps {
  readonly title: string;
  readonly whenNone: string;
  readonly competitions: readonly Competition[];
}

function CompetitionList({ title, whenNone, competitions }: ListProps) {
  return (
    <section aria-label={title} className="panel-body">
      <h3>{title}</h3>
      {competitions.length === 0 && <p className="dim">{whenNone}</p>}
      <ul>
        {competitions.map((competition) => (
          <li key={competition.id} className="competition">
            <Link to={competitionAddress(competition.id)}>
              <Name of={competition.title} />
            </Link>
            <span className="dim small">
              <Name of={metricText(competition.metric)} />
              {competition.teams.map(({ name }, index) => (
                <span key={name}>
                  {index === 0 ? ' · ' : ' against '}
                  <Name of={name} />
                </span>
              ))}{' '}
              · <CompetitionTime competition={competition} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
