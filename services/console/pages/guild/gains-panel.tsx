import { Link } from 'react-router';
import type { AnswerOf, HubEvent } from '../../../../shared/client/api.ts';
import { overall } from '../../../../shared/domain/skill.ts';
import { pagePaths } from '../../page-paths.ts';
import { boardAddress } from '../common/board-address.ts';
import { GainCurves } from '../common/chart/gain-curves.tsx';
import { leastValues } from '../common/events/event-filter.ts';
import { EventLine } from '../common/events/event-line.tsx';
import { SegmentedControl } from '../common/fields/segmented-control.tsx';
import { NoCategoryAccess } from '../common/panel/answer-panel.tsx';
import { Panel } from '../common/panel/panel.tsx';
import { type PeriodName, periodTitle } from '../common/period.ts';
import { sortRows } from '../common/table/sort-rows.ts';
import { Amount } from '../common/text/amount.tsx';
import { groupEqualEvents } from '../events/group-events.ts';
import { useAddressChoice } from '../state/use-address-value.ts';
import { AccountEntry } from './account-entry.tsx';
import { useGainersBefore, usePeriodStart } from './use-gainers-before.ts';

type GuildPeriod = AnswerOf<'/guild'>['data']['periods'][number];

const choices = ['day', 'week', 'month'] as const;

export function GainsPanel({ periods }: { readonly periods: readonly GuildPeriod[] }) {
  const [chosen, choose] = useAddressChoice('period', choices, 'week');
  const shown = periods.find(({ period }) => period === chosen);
  const from = usePeriodStart(chosen);
  const gains = new Map(shown?.top_gainers?.map(({ account, gain }) => [account.id, gain]));
  return (
    <Panel
      title="Gains"
      className="wide"
      actions={
        <SegmentedControl
          label="Period"
          choices={choices}
          chosen={chosen}
          onChoose={choose}
          textOf={periodTitle}
        />
      }
    >
      <div className="guild-gains">
        <section aria-label="Most xp">
          <h3 className="row panel-body">
            <span className="grow">Most xp</span>
            <Link to={boardAddress({ period: chosen })}>All</Link>
          </h3>
          <TopGainers gainers={shown?.top_gainers ?? null} period={chosen} />
        </section>
        <section aria-label="Best drops">
          <h3 className="row panel-body">
            <span className="grow">Best drops</span>
            <Link to={dropsAddress(shown?.best_drops ?? [], from)}>All</Link>
          </h3>
          <BestDrops drops={shown?.best_drops ?? null} />
        </section>
      </div>
      <GainCurves gains={gains} skill={overall} from={from} />
    </Panel>
  );
}

/** The events of the period that are worth about as much as the shown drops. */
function dropsAddress(drops: readonly HubEvent[], from: number): string {
  const least = drops.at(-1)?.value_gp ?? 0;
  const worth = leastValues.findLast((value) => value <= least) ?? 0;
  const choices = { types: 'loot,pk_loot', worth: String(worth), from: new Date(from).toISOString() };
  return `${pagePaths.events}?${new URLSearchParams(choices)}`;
}

interface GainersProps {
  readonly gainers: GuildPeriod['top_gainers'];
  readonly period: PeriodName;
}

function TopGainers({ gainers, period }: GainersProps) {
  const before = useGainersBefore(period);
  if (gainers === null) return <NoCategoryAccess category="stats" />;
  if (gainers.length === 0)
    return <p className="notice">Nobody gained xp in this period. A longer period may show gains.</p>;
  const ranked = gainers.map((gainer, index) => ({
    ...gainer,
    rank: index + 1,
    rankBefore: before?.find(({ account: { id } }) => id === gainer.account.id)?.rank ?? index + 1,
  }));
  return (
    <>
      <ol>
        {ranked.map(({ account, gain, rank, rankBefore }) => (
          <AccountEntry key={account.id} account={account} series={rank}>
            <RankChange rank={rank} before={rankBefore} /> <Amount value={gain} unit="xp" hasPlusSign /> xp
          </AccountEntry>
        ))}
      </ol>
      {ranked.some(({ rank, rankBefore }) => rank !== rankBefore) && (
        <p className="panel-body dim small">▲▼ Change of rank since yesterday</p>
      )}
    </>
  );
}

function BestDrops({ drops }: { readonly drops: GuildPeriod['best_drops'] }) {
  if (drops === null) return <NoCategoryAccess category="events" />;
  if (drops.length === 0) return <p className="notice">There were no valuable drops in this period.</p>;
  const groups = sortRows(groupEqualEvents(drops), ({ event, count }) => (event.value_gp ?? 0) * count, true);
  return (
    <ol>
      {groups.map(({ event, count }) => (
        <EventLine key={event.id} event={event} count={count} />
      ))}
    </ol>
  );
}

interface ChangeProps {
  readonly rank: number;
  readonly before: number;
}

function RankChange({ rank, before }: ChangeProps) {
  if (before === rank) return null;
  return (
    <small className={before > rank ? 'rose' : 'dim'} title={`Rank ${before} a day earlier`}>
      {before > rank ? '▲' : '▼'} {Math.abs(before - rank)}
    </small>
  );
}
