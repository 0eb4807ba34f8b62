import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { AnswerOf } from '../../../../shared/client/api.ts';
import { AccountLink } from '../common/text/account-link.tsx';
import { exactAmount } from '../common/text/format.ts';
import { Name } from '../common/text/isolated-name.tsx';
import { useHubAnswer } from '../read-api/use-hub-answer.ts';
import { useOwnAccounts } from '../read-api/use-readable-accounts.ts';
import { CompetitionFacts, CounterValue, competitionAddress, sumsOfTeams } from './competition-facts.tsx';
import './competitions.css';

type ListedCompetition = AnswerOf<'/competitions'>['data']['competitions'][number];
type Standing = AnswerOf<'/competitions/{id}'>['data']['standings'][number];

export const competitionsKey = 'competitions';

export function useCompetitions() {
  return useHubAnswer(competitionsKey, {}, (client, signal) => client.get('/competitions', {}, signal), {
    everyMs: 60_000,
  });
}

export function useCompetition(id: string, options: Parameters<typeof useHubAnswer>[3]) {
  return useHubAnswer(
    'competition',
    { id },
    (client, signal) => client.get('/competitions/{id}', { id }, signal),
    options,
  );
}

interface Props {
  readonly competition: ListedCompetition;
  /** The best places are a request. */
  readonly hasPlaces: boolean;
  readonly children?: ReactNode;
}

export function CompetitionLine({ competition, hasPlaces, children }: Props) {
  const { body } = useCompetition(competition.id, {
    enabled: hasPlaces,
    ...(competition.state === 'running' && { everyMs: 60_000 }),
  });
  return (
    <li className="competition">
      <div className="grow">
        <Link to={competitionAddress(competition.id)}>
          <Name of={competition.title} />
        </Link>
        <CompetitionFacts competition={competition} players={body?.data.standings.length} />
      </div>
      {hasPlaces && <FirstPlaces body={body} />}
      {children}
    </li>
  );
}

const placesMax = 3;

/** The first teams or accounts of the standings that the viewer reads, and the best own account. */
function FirstPlaces({ body }: { readonly body: AnswerOf<'/competitions/{id}'> | undefined }) {
  const own = useOwnStanding(body?.data.standings);
  const { kind = '' } = body?.data.metric ?? {};
  const teams = body === undefined ? [] : sumsOfTeams(body.data);
  const first = body?.data.standings.slice(0, teams.length > 0 ? 0 : placesMax) ?? [];
  return (
    <ol className="places">
      {body?.data.standings.length === 0 && teams.length === 0 && (
        <li className="dim">Nobody has a value above 0.</li>
      )}
      {teams.map(({ name, value }, index) => (
        <li key={name} value={index + 1}>
          <Name of={name} /> <CounterValue kind={kind} value={value} />
        </li>
      ))}
      {first.map((standing) => (
        <li key={standing.account.id} className={standing === own ? 'own' : undefined}>
          <AccountLink account={standing.account} /> <CounterValue kind={kind} value={standing.value} />
        </li>
      ))}
      {own !== undefined && !first.includes(own) && (
        // No number of the list: under teams, the place is another kind of place.
        <li className="own apart">
          <AccountLink account={own.account} />{' '}
          <span className="dim">
            #{own.rank} of {exactAmount(body?.data.standings.length ?? 0)}
          </span>{' '}
          <CounterValue kind={kind} value={own.value} />
        </li>
      )}
    </ol>
  );
}

/** The best own account. */
export function useOwnStanding(standings: readonly Standing[] = []): Standing | undefined {
  const ownIds = useOwnAccounts();
  return standings.find(({ account }) => ownIds.includes(account.id));
}
