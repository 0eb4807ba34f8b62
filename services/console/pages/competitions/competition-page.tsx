import { Link, useHref, useParams } from 'react-router';
import type { AnswerOf } from '../../../../shared/client/api.ts';
import { overall } from '../../../../shared/domain/skill.ts';
import { pagePaths } from '../../page-paths.ts';
import { useTitle } from '../browser/use-title.ts';
import { GainCurves } from '../common/chart/gain-curves.tsx';
import { CopyButton } from '../common/fields/copy-button.tsx';
import { AnswerPanel } from '../common/panel/answer-panel.tsx';
import { amountColumn, nameColumn, numberColumn } from '../common/table/columns.tsx';
import { CsvButton } from '../common/table/csv-button.tsx';
import { RankTable } from '../common/table/rank-table.tsx';
import { dayAndTime } from '../common/text/format.ts';
import { Name } from '../common/text/isolated-name.tsx';
import { useHubAnswer } from '../read-api/use-hub-answer.ts';
import { CompetitionFacts, CounterValue, competitionAddress, sumsOfTeams } from './competition-facts.tsx';
import './competitions.css';

type Competition = AnswerOf<'/competitions/{id}'>['data'];
type Standing = Competition['standings'][number];

export function CompetitionPage() {
  const { id = '' } = useParams();
  const address = useHref(competitionAddress(id));
  const asked = useHubAnswer(
    'competition',
    { id },
    (client, signal) => client.get('/competitions/{id}', { id }, signal),
    { everyMs: 30_000 },
  );
  const competition = asked.body?.data;
  const title = competition?.title ?? 'Competition';
  useTitle(title);
  return (
    <main id="content" className="page competitions">
      <Link to={pagePaths.competitions}>All competitions</Link>
      <h1>
        <Name of={title} />
      </h1>
      {competition !== undefined && (
        <div className="row wrap">
          <p className="grow">
            <CompetitionFacts competition={competition} />
            <br />
            {dayAndTime(Date.parse(competition.from))} to {dayAndTime(Date.parse(competition.to))}
          </p>
          <CopyButton label="Copy the address" text={location.origin + address} />
        </div>
      )}
      <AnswerPanel
        title="Standings"
        asked={asked}
        actions={<CsvButton path="/competitions/{id}" parameters={() => ({ id })} name={title} />}
      >
        {({ data }) => <Standings competition={data} />}
      </AnswerPanel>
    </main>
  );
}

const valueOfStanding = ({ value }: Standing) => value;
const valueColumns = {
  xp: amountColumn<Standing>('Gained', 'xp', valueOfStanding),
  drops: amountColumn<Standing>('Worth', 'gp', valueOfStanding),
  kills: numberColumn<Standing>('Kills', valueOfStanding),
};

function Standings({ competition }: { readonly competition: Competition }) {
  const { metric, teams, standings, state, from, to } = competition;
  const sums = sumsOfTeams(competition);
  const max = Math.max(1, ...sums.map(({ value }) => value));
  return (
    <>
      <ul className="teams">
        {sums.map(({ name, value }) => (
          <li key={name}>
            <Name of={name} /> <CounterValue kind={metric.kind} value={value} />
            <progress aria-hidden="true" max={max} value={value} />
          </li>
        ))}
      </ul>
      {metric.kind === 'xp' && standings.length > 0 && (
        <GainCurves
          gains={new Map(standings.map(({ account, value }) => [account.id, value]))}
          skill={metric.name ?? overall}
          from={Date.parse(from)}
          to={Date.parse(to)}
        />
      )}
      <RankTable
        label="Standings"
        rows={standings}
        columns={[
          ...(teams.length > 0 ? [nameColumn<Standing>('Team', ({ team }) => team)] : []),
          valueColumns[metric.kind as keyof typeof valueColumns] ?? valueColumns.kills,
        ]}
        whenEmpty={
          state === 'coming' ? 'The competition has not begun.' : 'Nobody has a value above 0 in this time.'
        }
      />
    </>
  );
}
