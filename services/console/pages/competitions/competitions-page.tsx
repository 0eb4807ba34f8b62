import { useState } from 'react';
import { Link } from 'react-router';
import type { AnswerOf } from '../../../../shared/client/api.ts';
import { dayMs } from '../../../../shared/domain/durations.ts';
import type { AccountsAnswer, CompetitionData, CompetitionsAnswer } from '../admin/admin-answers.ts';
import { useTitle } from '../browser/use-title.ts';
import { CommandButton } from '../commands/command-button.tsx';
import { AnswerPanel } from '../common/panel/answer-panel.tsx';
import { AccountLink } from '../common/text/account-link.tsx';
import { isolateName } from '../common/text/account-name.ts';
import { axisTime } from '../common/text/format.ts';
import { Name, Names } from '../common/text/isolated-name.tsx';
import { useNow } from '../common/text/time-ago.tsx';
import { useConsoleAnswer } from '../console-api/use-console-answer.ts';
import { useSession } from '../console-api/use-session.ts';
import { useHubAnswer } from '../read-api/use-hub-answer.ts';
import { useOwnAccounts } from '../read-api/use-readable-accounts.ts';
import { CompetitionFacts, CounterValue, competitionAddress, sumsOfTeams } from './competition-facts.tsx';
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

/** Each leader is a request. */
const leadersMax = 10;

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
  const listOf = (state: string) => competitions.filter((each) => each.state === state);
  const withLeader = [...listOf('running'), ...listOf('ended')].slice(0, leadersMax);
  return states.map(([state, title, whenNone]) => {
    const listed = listOf(state);
    return (
      <section key={state} aria-label={title} className="panel-body">
        <h3>{title}</h3>
        {listed.length === 0 && <p className="dim">{whenNone}</p>}
        <ul>
          {listed.map((competition) => (
            <li key={competition.id} className="competition">
              <div className="grow">
                <Link to={competitionAddress(competition.id)}>
                  <Name of={competition.title} />
                </Link>
                <p className="dim small">
                  <CompetitionFacts competition={competition} />
                  {competition.teams.length > 0 && ' · '}
                  <Names of={competition.teams.map(({ name }) => name)} />
                </p>
                {state === 'running' && <PassedTime competition={competition} />}
              </div>
              {withLeader.includes(competition) && <Leader competition={competition} />}
              {onEdit !== undefined && <Actions competition={competition} onEdit={onEdit} />}
            </li>
          ))}
        </ul>
      </section>
    );
  });
}

function PassedTime({ competition }: { readonly competition: Listed }) {
  const now = useNow();
  const [from, to] = [Date.parse(competition.from), Date.parse(competition.to)];
  return (
    <div className="passed-time row dim small">
      {axisTime(from, dayMs)}
      <progress aria-label="Passed time" max={to - from} value={now - from} />
      {axisTime(to, dayMs)}
    </div>
  );
}

/** The first team or account of the standings that the viewer reads, and the best own account. */
function Leader({ competition: { id, metric, state } }: { readonly competition: Listed }) {
  const { body } = useHubAnswer(
    'competition',
    { id },
    (client, signal) => client.get('/competitions/{id}', { id }, signal),
    state === 'running' ? { everyMs: 60_000 } : {},
  );
  const [team] =
    body === undefined ? [] : sumsOfTeams(body.data).sort((one, other) => other.value - one.value);
  const first = body?.data.standings[0];
  const ownIds = useOwnAccounts();
  const own = body?.data.standings.find(({ account }) => ownIds.includes(account.id));
  return (
    <p className="leader">
      <span className="dim small">{state === 'ended' ? 'Won by' : 'Leader'}</span>
      {first === undefined ? (
        <span className="dim">{body === undefined ? '…' : 'nobody'}</span>
      ) : (
        <>
          {team === undefined ? <AccountLink account={first.account} /> : <Name of={team.name} />}{' '}
          <CounterValue kind={metric.kind} value={team?.value ?? first.value} />
          {own !== undefined && (own !== first || team !== undefined) && (
            <span className="own-rank dim small">
              <Name of={own.account.name} />: #{own.rank}
            </span>
          )}
        </>
      )}
    </p>
  );
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
