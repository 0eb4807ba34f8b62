import { Link } from 'react-router';
import type { AnswerOf } from '../../../../shared/client/api.ts';
import { useTitle } from '../browser/use-title.ts';
import { accountAddress } from '../common/account-address.ts';
import { SegmentedControl } from '../common/fields/segmented-control.tsx';
import { AnswerPanel } from '../common/panel/answer-panel.tsx';
import { periods } from '../common/period.ts';
import { Amount } from '../common/text/amount.tsx';
import { Name } from '../common/text/isolated-name.tsx';
import { TimeAgo } from '../common/text/time-ago.tsx';
import { useHubAnswer } from '../read-api/use-hub-answer.ts';
import { useCanRead } from '../read-api/use-key-rights.ts';
import { useAddressChoice } from '../state/use-address-value.ts';
import './leaderboards.css';

type Board = AnswerOf<'/leaderboards/gains'>['data']['leaderboards'][number];
type Drop = AnswerOf<'/leaderboards/loot'>['data']['entries'][number];

const everyMs = 60_000;
const dropsMax = 25;

export function LeaderboardsPage() {
  useTitle('Leaderboards');
  const [period, setPeriod] = useAddressChoice('period', periods);
  const canReadStats = useCanRead('stats');
  const canReadEvents = useCanRead('events');
  const gains = useHubAnswer(
    'gains board',
    { period },
    (client, signal) => client.get('/leaderboards/gains', { period }, signal),
    { everyMs },
  );
  const loot = useHubAnswer(
    'loot board',
    { period },
    (client, signal) => client.get('/leaderboards/loot', { period, limit: dropsMax }, signal),
    { everyMs },
  );
  return (
    <main id="content" className="page leaderboards">
      <div className="row wrap">
        <h1 className="grow">Leaderboards</h1>
        <SegmentedControl label="Period" choices={periods} chosen={period} onChoose={setPeriod} />
      </div>
      <div className="leaderboards-columns">
        <AnswerPanel title="Xp gained" asked={gains} missing={canReadStats ? undefined : 'stats'}>
          {({ data }) => <Boards boards={data.leaderboards} />}
        </AnswerPanel>
        <AnswerPanel title="Most valuable drops" asked={loot} missing={canReadEvents ? undefined : 'events'}>
          {({ data }) => <Drops drops={data.entries} />}
        </AnswerPanel>
      </div>
    </main>
  );
}

function Boards({ boards }: { readonly boards: readonly Board[] }) {
  if (boards.every(({ entries }) => entries.length === 0)) {
    return <p className="notice">Nobody gained xp in this period. A longer period may show gains.</p>;
  }
  return (
    <div className="boards">
      {boards.map(({ skill, entries }) => (
        <section key={skill} className="board" aria-label={skill}>
          <h3>{skill}</h3>
          <ol>
            {entries.map(({ rank, account, gain }) => (
              <li key={account.id} className="board-entry">
                <span className="dim number">{rank}</span>
                <Link to={accountAddress(account.id)} className="clip">
                  <Name of={account.name} />
                </Link>
                <span className="number">
                  <Amount value={gain} unit="xp" hasPlusSign />
                </span>
              </li>
            ))}
          </ol>
        </section>
      ))}
    </div>
  );
}

function Drops({ drops }: { readonly drops: readonly Drop[] }) {
  if (drops.length === 0) return <p className="notice">There were no valuable drops in this period.</p>;
  return (
    <ol className="drops">
      {drops.map(({ rank, event }) => (
        <li key={event.id} className="drop">
          <span className="dim number">{rank}</span>
          <span className="drop-title">{event.title}</span>
          <span className="number">
            <Amount value={event.value_gp} unit="gp" />
          </span>
          <span className="drop-who dim small">
            <Link to={accountAddress(event.account.id)}>
              <Name of={event.account.name} />
            </Link>{' '}
            · <TimeAgo at={event.occurred_at} />
          </span>
        </li>
      ))}
    </ol>
  );
}
