import { Link } from 'react-router';
import type { AnswerOf } from '../../../../shared/client/api.ts';
import { overall } from '../../../../shared/domain/skill.ts';
import { pagePaths } from '../../page-paths.ts';
import { Panel } from '../common/panel/panel.tsx';
import { AccountLink } from '../common/text/account-link.tsx';
import { countText, dayAndTime } from '../common/text/format.ts';
import { Name } from '../common/text/isolated-name.tsx';
import { useOwnAccounts } from '../read-api/use-readable-accounts.ts';
import { useOwnTeams } from './use-own-teams.ts';

type Competition = AnswerOf<'/competitions/{id}'>['data'];

/** The counter in words, and the players. */
export function BeforeBegin({ competition }: { readonly competition: Competition }) {
  return (
    <>
      <Panel title="Rules">
        <Rules {...competition} />
      </Panel>
      <Panel title="Participants">
        <Participants {...competition} />
      </Panel>
    </>
  );
}

function Rules({ metric: { kind, name }, teams, from, to }: Competition) {
  return (
    <div className="panel-body">
      <p>
        {kind === 'xp' &&
          (name === overall
            ? 'The xp that a player gains in all skills counts'
            : `The ${name} xp that a player gains counts`)}
        {kind === 'kills' && (
          <>
            Kills of <Name of={name ?? ''} /> count
          </>
        )}
        {kind === 'drops' && 'The value of the drops that a player receives counts'}
        {` from ${dayAndTime(Date.parse(from))} until ${dayAndTime(Date.parse(to))}. `}
        {teams.length > 0 && 'A team has the sum of its players.'}
      </p>
      {kind === 'kills' && (
        <p className="dim small">
          The first kill count that a plugin sends of this boss adds nothing, because the count before is not
          known.
        </p>
      )}
    </div>
  );
}

function Participants(competition: Competition) {
  const { teams } = competition;
  const own = useOwnAccounts();
  const ownTeams = useOwnTeams(competition);
  if (teams.length === 0) {
    return (
      <p className="panel-body">
        All <Link to={pagePaths.players}>players of the guild</Link> take part, because there are no teams.
      </p>
    );
  }
  return (
    <>
      <ul className="teams">
        {teams.map(({ name, accounts }) => (
          <li key={name} className={ownTeams.includes(name) ? 'own' : undefined}>
            <h3>
              <Name of={name} />
            </h3>
            <p className="dim small">
              {countText(accounts.length, 'player')}
              {ownTeams.includes(name) && ', your team'}
            </p>
            <ul className="team-players">
              {accounts.map((account) => (
                <li key={account.id}>
                  <AccountLink account={account} />
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
      {own.length > 0 && ownTeams.length === 0 && (
        <p className="panel-body dim small">Your accounts are in no team.</p>
      )}
    </>
  );
}
