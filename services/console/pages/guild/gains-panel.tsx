import { Link } from 'react-router';
import type { AnswerOf } from '../../../../shared/client/api.ts';
import { pagePaths } from '../../page-paths.ts';
import { EventLine } from '../common/events/event-line.tsx';
import { SegmentedControl } from '../common/fields/segmented-control.tsx';
import { NoCategoryAccess } from '../common/panel/answer-panel.tsx';
import { Panel } from '../common/panel/panel.tsx';
import { Amount } from '../common/text/amount.tsx';
import { useAddressChoice } from '../state/use-address-value.ts';
import { AccountEntry } from './account-entry.tsx';

type GuildPeriod = AnswerOf<'/guild'>['data']['periods'][number];

const choices = ['day', 'week', 'month'] as const;

export function GainsPanel({ periods }: { readonly periods: readonly GuildPeriod[] }) {
  const [chosen, choose] = useAddressChoice('period', choices);
  const shown = periods.find(({ period }) => period === chosen);
  return (
    <Panel
      title="Gains"
      className="wide"
      actions={<SegmentedControl label="Period" choices={choices} chosen={chosen} onChoose={choose} />}
    >
      <div className="guild-gains">
        <section aria-label="Most xp">
          <h3 className="row panel-body">
            <span className="grow">Most xp</span>
            <Link to={`${pagePaths.leaderboards}?period=${chosen}`}>All</Link>
          </h3>
          <TopGainers gainers={shown?.top_gainers ?? null} />
        </section>
        <section aria-label="Best drops">
          <h3 className="row panel-body">
            <span className="grow">Best drops</span>
            <Link to={pagePaths.events}>Events</Link>
          </h3>
          <BestDrops drops={shown?.best_drops ?? null} />
        </section>
      </div>
    </Panel>
  );
}

function TopGainers({ gainers }: { readonly gainers: GuildPeriod['top_gainers'] }) {
  if (gainers === null) return <NoCategoryAccess category="stats" />;
  if (gainers.length === 0)
    return <p className="notice">Nobody gained xp in this period. A longer period may show gains.</p>;
  return (
    <ol>
      {gainers.map(({ account, gain }) => (
        <AccountEntry key={account.id} account={account}>
          <Amount value={gain} unit="xp" hasPlusSign />
        </AccountEntry>
      ))}
    </ol>
  );
}

function BestDrops({ drops }: { readonly drops: GuildPeriod['best_drops'] }) {
  if (drops === null) return <NoCategoryAccess category="events" />;
  if (drops.length === 0) return <p className="notice">There were no valuable drops in this period.</p>;
  return (
    <ol>
      {drops.map((event) => (
        <EventLine key={event.id} event={event} />
      ))}
    </ol>
  );
}
