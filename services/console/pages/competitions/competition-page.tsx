import { Link, useHref, useParams } from 'react-router';
import type { AnswerOf } from '../../../../shared/client/api.ts';
import { pagePaths } from '../../page-paths.ts';
import { useTitle } from '../browser/use-title.ts';
import { accountAddress } from '../common/account-address.ts';
import { CopyButton } from '../common/fields/copy-button.tsx';
import { AnswerPanel } from '../common/panel/answer-panel.tsx';
import { amountColumn, nameColumn, numberColumn } from '../common/table/columns.tsx';
import { CsvButton } from '../common/table/csv-button.tsx';
import { type Column, DataTable } from '../common/table/data-table.tsx';
import { Amount } from '../common/text/amount.tsx';
import { metricText } from '../common/text/competition-text.ts';
import { countText, dayAndTime, exactAmount } from '../common/text/format.ts';
import { Name } from '../common/text/isolated-name.tsx';
import { useSession } from '../console-api/use-session.ts';
import { useHubAnswer } from '../read-api/use-hub-answer.ts';
import { useOwnAccounts } from '../read-api/use-readable-accounts.ts';
import { competitionAddress } from './competition-address.ts';
import { CompetitionTime } from './competition-time.tsx';
import './competitions.css';

type Competition = AnswerOf<'/competitions/{id}'>['data'];
type Standing = Competition['standings'][number];

export function CompetitionPage() {
  const { id = '' } = useParams();
  const isAdmin = useSession()?.member.is_admin === true;
  const asked = useHubAnswer(
    'competition',
    { id },
    (client, signal) => client.get('/competitions/{id}', { id }, signal),
    { everyMs: 30_000 },
  );
  const competition = asked.body?.data;
  const title = competition?.title ?? 'Competition';
  useTitle(title);
  const actions = (
    <>
      {isAdmin && <Link to={pagePaths.adminCompetitions}>Change or end</Link>}
      <CsvButton path="/competitions/{id}" parameters={() => ({ id })} name={title} />
    </>
  );
  return (
    <main id="content" className="page competitions">
      <Link to={pagePaths.competitions}>All competitions</Link>
      <h1>
        <Name of={title} />
      </h1>
      {competition !== undefined && <Head competition={competition} />}
      <AnswerPanel title="Standings" asked={asked} actions={actions}>
        {({ data }) => <Standings competition={data} />}
      </AnswerPanel>
    </main>
  );
}

function Head({ competition }: { readonly competition: Competition }) {
  const { id, metric, from, to } = competition;
  return (
    <div className="row wrap">
      <p className="grow">
        <Name of={metricText(metric)} />, {dayAndTime(Date.parse(from))} to {dayAndTime(Date.parse(to))}:{' '}
        <CompetitionTime competition={competition} />
      </p>
      <CopyButton label="Copy the address" text={location.origin + useHref(competitionAddress(id))} />
    </div>
  );
}

function Standings({
  competition: { metric, teams, standings, state },
}: {
  readonly competition: Competition;
}) {
  const own = useOwnAccounts();
  const unit = metric.kind === 'kills' ? null : metric.kind === 'xp' ? 'xp' : 'gp';
  const valueOfStanding = ({ value }: Standing) => value;
  const columns: readonly Column<Standing>[] = [
    { title: '#', isNumber: true, cell: ({ rank }) => <span className="dim">{rank}</span> },
    {
      title: 'Player',
      cell: ({ account }) => (
        <Link to={accountAddress(account.id)}>
          <Name of={account.name} />
        </Link>
      ),
    },
    ...(teams.length > 0 ? [nameColumn<Standing>('Team', ({ team }) => team)] : []),
    unit === null
      ? numberColumn('Kills', valueOfStanding)
      : amountColumn(unit === 'xp' ? 'Gained' : 'Worth', unit, valueOfStanding),
  ];
  return (
    <>
      <ul className="teams">
        {teams.map(({ name, accounts }) => {
          const values = standings.filter(({ team }) => team === name).map(valueOfStanding);
          const sum = values.reduce((total, value) => total + value, 0);
          return (
            <li key={name}>
              <strong>
                <Name of={name} />
              </strong>{' '}
              {unit === null ? exactAmount(sum) : <Amount value={sum} unit={unit} />}{' '}
              <span className="dim small">{countText(accounts.length, 'account')}</span>
            </li>
          );
        })}
      </ul>
      <DataTable
        label="Standings"
        rows={standings}
        keyOf={({ account }) => account.id}
        textOf={({ account }) => account.name}
        whenEmpty={
          state === 'coming' ? 'The competition has not begun.' : 'Nobody has a value above 0 in this time.'
        }
        isCompact
        isMarked={({ account }) => own.includes(account.id)}
        columns={columns}
      />
    </>
  );
}
