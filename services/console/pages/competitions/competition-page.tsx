import { Link, useParams } from 'react-router';
import type { AnswerOf } from '../../../../shared/client/api.ts';
import { HubError } from '../../../../shared/client/hub-error.ts';
import { overall } from '../../../../shared/domain/skill.ts';
import { pagePaths } from '../../page-paths.ts';
import { useTitle } from '../browser/use-title.ts';
import { GainCurves } from '../common/chart/gain-curves.tsx';
import { eventsAddress, lootTypes } from '../common/events/event-address.ts';
import { CopyButton } from '../common/fields/copy-button.tsx';
import { AnswerPanel } from '../common/panel/answer-panel.tsx';
import { Figure, Figures } from '../common/panel/figures.tsx';
import { amountColumn, nameColumn, numberColumn } from '../common/table/columns.tsx';
import { CsvButton } from '../common/table/csv-button.tsx';
import type { Column } from '../common/table/data-table.tsx';
import { RankTable } from '../common/table/rank-table.tsx';
import { AccountLink } from '../common/text/account-link.tsx';
import { isolateName } from '../common/text/account-name.ts';
import { countText, exactAmount } from '../common/text/format.ts';
import { Name } from '../common/text/isolated-name.tsx';
import { useSession } from '../console-api/use-session.ts';
import { BeforeBegin } from './before-begin.tsx';
import { CompetitionActions } from './competition-actions.tsx';
import { CompetitionFacts, CounterValue, sumsOfTeams, TimesNote } from './competition-facts.tsx';
import { useCompetition, useOwnStanding } from './competition-line.tsx';
import { drawnStandings } from './drawn-standings.ts';
import { evidenceAddress } from './evidence-address.ts';
import { useOwnMissing } from './use-own-missing.ts';
import { useOwnTeams } from './use-own-teams.ts';
import './competitions.css';

type Competition = AnswerOf<'/competitions/{id}'>['data'];
type Standing = Competition['standings'][number];

export function CompetitionPage() {
  const { id = '' } = useParams();
  const asked = useCompetition(id, { everyMs: 30_000 });
  const isAdmin = useSession()?.member.is_admin === true;
  const competition = asked.body?.data;
  const title = competition?.title ?? 'Competition';
  useTitle(title);
  if (asked.error instanceof HubError && asked.error.status === 404) {
    return <NoCompetition />;
  }
  return (
    <main id="content" className="page competitions">
      <Link to={pagePaths.competitions}>All competitions</Link>
      <div className="row wrap">
        <h1 className="grow">
          <Name of={title} />
        </h1>
        <CopyButton label="Copy the address" text={location.origin + location.pathname} />
      </div>
      {competition !== undefined && (
        <div className="competition">
          <div className="grow">
            <CompetitionFacts competition={competition} />
            <TimesNote />
          </div>
          {isAdmin && <CompetitionActions id={id} onChanged={asked.retry} />}
        </div>
      )}
      {competition?.state === 'coming' ? (
        <BeforeBegin competition={competition} />
      ) : (
        <AnswerPanel
          title="Standings"
          asked={asked}
          actions={
            <>
              {competition?.metric.kind === 'drops' && (
                <Link to={eventsAddress({ types: lootTypes, from: competition.from, to: competition.to })}>
                  All drops
                </Link>
              )}
              <CsvButton path="/competitions/{id}" parameters={() => ({ id })} name={title} />
            </>
          }
        >
          {({ data }) => <Standings competition={data} />}
        </AnswerPanel>
      )}
    </main>
  );
}

function NoCompetition() {
  return (
    <main id="content" className="page competitions">
      <h1>Competition</h1>
      <p>
        The guild has no competition with this address.{' '}
        <Link to={pagePaths.competitions}>All competitions</Link>
      </p>
    </main>
  );
}

const valueOfStanding = ({ value }: Standing) => value;
const valueColumns = {
  xp: amountColumn<Standing>('Gained', 'xp', valueOfStanding, true),
  drops: amountColumn<Standing>('Worth', 'gp', valueOfStanding),
  kills: numberColumn<Standing>('Kills', valueOfStanding),
};

/** The value links to what counts: the events of the range, or the chart of the account. */
function valueColumn(competition: Competition): Column<Standing> {
  const { kind } = competition.metric;
  const column = valueColumns[kind as keyof typeof valueColumns] ?? valueColumns.kills;
  return {
    ...column,
    cell: (standing) => (
      <Link to={evidenceAddress(competition, standing.account.id)}>{column.cell(standing)}</Link>
    ),
  };
}

function Standings({ competition }: { readonly competition: Competition }) {
  const { metric, teams, standings, from, to } = competition;
  const ownTeams = useOwnTeams(competition);
  const drawn = drawnStandings(standings, useOwnStanding(standings));
  return (
    <>
      {standings.length > 0 && <Summary {...competition} />}
      {teams.length > 0 && <Teams {...competition} />}
      {metric.kind === 'xp' && standings.length > 0 && (
        <GainCurves
          gains={new Map(drawn.map(({ account, value }) => [account.id, value]))}
          skill={metric.name ?? overall}
          from={Date.parse(from)}
          to={Date.parse(to)}
          noteOf={(id) => {
            const { team } = standings.find(({ account }) => account.id === id) ?? {};
            return team == null ? '' : ` (${team}${ownTeams.includes(team) ? ', your team' : ''})`;
          }}
        />
      )}
      <RankTable
        label="Standings"
        rows={standings}
        columns={[
          ...(teams.length > 0 ? [nameColumn<Standing>('Team', ({ team }) => team)] : []),
          valueColumn(competition),
        ]}
        whenOwnMissing={useOwnMissing(competition)}
        whenEmpty="Nobody has a value above 0 in this time."
      />
    </>
  );
}

const counted: Readonly<Record<string, string>> = { xp: 'gained', kills: 'have kills', drops: 'have drops' };

/** Also how far the best own account is behind the next. */
function Summary({ metric: { kind }, teams, standings }: Competition) {
  const own = useOwnStanding(standings);
  const next = standings[(own?.rank ?? 1) - 2];
  const members = teams.reduce((sum, { accounts }) => sum + accounts.length, 0);
  return (
    <Figures>
      <Figure title="Players">
        {exactAmount(standings.length)}
        {members > standings.length && (
          <small className="dim">
            {' '}
            of {exactAmount(members)} {counted[kind]}
          </small>
        )}
      </Figure>
      <Figure title="Total">
        <CounterValue kind={kind} value={standings.reduce((sum, { value }) => sum + value, 0)} />
      </Figure>
      {own !== undefined && (
        <Figure title={isolateName(own.account.name)}>
          #{own.rank}{' '}
          {next !== undefined && (
            <small className="dim">
              <CounterValue kind={kind} value={next.value - own.value} /> behind #{next.rank}
            </small>
          )}
        </Figure>
      )}
    </Figures>
  );
}

function Teams(competition: Competition) {
  const { metric, state } = competition;
  const { kind } = metric;
  const sums = sumsOfTeams(competition);
  const max = Math.max(1, ...sums.map(({ value }) => value));
  const ownTeams = useOwnTeams(competition);
  const [, second] = sums.map(({ value }) => value);
  return (
    <ul className="teams">
      {sums.map(({ name, accounts, ofTeam: [best], value }) => (
        <li key={name} className={ownTeams.includes(name) ? 'own' : undefined}>
          <Name of={name} /> <CounterValue kind={kind} value={value} />
          {second !== undefined && value > second && (
            <small className="dim">
              {' '}
              {state === 'ended' ? 'won' : 'leads'} by <CounterValue kind={kind} value={value - second} />
            </small>
          )}
          <progress aria-hidden="true" max={max} value={value} />
          <p className="dim small">
            {countText(accounts.length, 'player')}
            {best !== undefined && (
              <>
                , each <CounterValue kind={kind} value={Math.round(value / accounts.length)} /> on average.
                Best: <AccountLink account={best.account} />
              </>
            )}
          </p>
        </li>
      ))}
    </ul>
  );
}
