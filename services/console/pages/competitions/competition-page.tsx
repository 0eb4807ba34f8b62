import { Link, useHref, useParams } from 'react-router';
import type { AnswerOf } from '../../../../shared/client/api.ts';
import { overall } from '../../../../shared/domain/skill.ts';
import { pagePaths } from '../../page-paths.ts';
import { useTitle } from '../browser/use-title.ts';
import { askComparedXp } from '../common/chart/ask-compared-xp.ts';
import { XpCurves } from '../common/chart/xp-curves.tsx';
import { CopyButton } from '../common/fields/copy-button.tsx';
import { AnswerPanel } from '../common/panel/answer-panel.tsx';
import { Loading } from '../common/panel/panel.tsx';
import { amountColumn, nameColumn, numberColumn } from '../common/table/columns.tsx';
import { CsvButton } from '../common/table/csv-button.tsx';
import { RankTable } from '../common/table/rank-table.tsx';
import { dayAndTime, exactAmount, shortAmount } from '../common/text/format.ts';
import { Name } from '../common/text/isolated-name.tsx';
import { useHubAnswer } from '../read-api/use-hub-answer.ts';
import { useIsLoaded } from '../read-api/use-read-api.ts';
import { useReadableAccounts } from '../read-api/use-readable-accounts.ts';
import { CompetitionFacts, competitionAddress } from './competition-facts.tsx';
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
  const { metric, teams, standings, state } = competition;
  const sums = teams.map(({ name }) => {
    const ofTeam = standings.filter(({ team }) => team === name);
    return { name, sum: ofTeam.reduce((total, { value }) => total + value, 0) };
  });
  const max = Math.max(1, ...sums.map(({ sum }) => sum));
  return (
    <>
      <ul className="teams">
        {sums.map(({ name, sum }) => (
          <li key={name}>
            <Name of={name} /> <strong title={exactAmount(sum)}>{shortAmount(sum)}</strong>
            <progress aria-hidden="true" max={max} value={sum} />
          </li>
        ))}
      </ul>
      {metric.kind === 'xp' && standings.length > 0 && <LeaderCurves competition={competition} />}
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

const leadersMax = 6;
const curveHeight = 280;

/** The xp of the first players since the start. The space of the curves stays free for them. */
function LeaderCurves({ competition }: { readonly competition: Competition }) {
  const { metric, standings, ...range } = competition;
  const skill = metric.name ?? overall;
  const leaders = standings.slice(0, leadersMax).map(({ account }) => account.id);
  const ids = useReadableAccounts(leaders, 'stats');
  const isLoaded = useIsLoaded();
  const from = Date.parse(range.from);
  const to = () => Math.min(Date.parse(range.to), Date.now());
  const { body } = useHubAnswer(
    'xp of leaders',
    { ids, skill, from, to: range.to },
    (client, signal) => askComparedXp(client, { ids, skill, from, to: to() }, signal),
    { enabled: ids.length > 0, everyMs: 60_000 },
  );
  if (isLoaded && ids.length === 0) return null;
  return (
    <div className="leader-curves">
      {body === undefined ? (
        <Loading />
      ) : (
        <XpCurves accounts={body} isGained skill={skill} height={curveHeight} />
      )}
    </div>
  );
}
