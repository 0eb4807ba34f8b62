import { useMemo } from 'react';
import type { AnswerOf } from '../../../../shared/client/api.ts';
import { browserTimeZone } from '../browser/time-zone.ts';
import { useTitle } from '../browser/use-title.ts';
import { Chart } from '../common/chart/chart.tsx';
import { AnswerPanel, NoCategoryAccess } from '../common/panel/answer-panel.tsx';
import { Figure, Figures } from '../common/panel/figures.tsx';
import { Panel } from '../common/panel/panel.tsx';
import { Amount } from '../common/text/amount.tsx';
import { exactAmount } from '../common/text/format.ts';
import { useHubAnswer } from '../read-api/use-hub-answer.ts';
import { SetUpPanel } from '../set-up/set-up-panel.tsx';
import { GainsPanel } from './gains-panel.tsx';
import { MilestonesPanel, RecordsPanel } from './newest-panels.tsx';
import { OnlinePanel } from './online-panel.tsx';
import { RunningCompetitions } from './running-competitions.tsx';
import { useGainersBefore } from './use-gainers-before.ts';
import './guild.css';

type Guild = AnswerOf<'/guild'>['data'];

export function GuildPage() {
  useTitle('Guild');
  const asked = useHubAnswer(
    'guild',
    {},
    (client, signal) => client.get('/guild', { tz: browserTimeZone() }, signal),
    { everyMs: 60_000 },
  );
  const guild = asked.body?.data;
  return (
    <main id="content" className="page guild">
      <h1 className="wide">Guild</h1>
      <SetUpPanel />
      <AnswerPanel title="Totals" className="wide" asked={asked}>
        {({ data }) => <Totals guild={data} />}
      </AnswerPanel>
      <RunningCompetitions />
      {guild?.accounts === 0 && <p className="panel notice wide">No account yet: pair a plugin.</p>}
      {guild !== undefined && guild.accounts > 0 && <GainsPanel periods={guild.periods} />}
      {guild !== undefined && <OnlinePanel />}
      {guild !== undefined && guild.accounts > 0 && (
        <>
          <MilestonesPanel milestones={guild.milestones} />
          <RecordsPanel />
          <Panel title="Players by hour, last 7 days" className="wide">
            <Activity hours={guild.activity} />
          </Panel>
        </>
      )}
    </main>
  );
}

const periodTitles = { day: 'Today', week: 'Last 7 days', month: 'Last 30 days' } as const;

function Totals({ guild }: { readonly guild: Guild }) {
  const { accounts, online, total_level: level, total_xp: xp, periods } = guild;
  const yesterday = useGainersBefore('day')?.reduce((sum, { gain }) => sum + gain, 0) ?? null;
  return (
    <Figures>
      <Figure title="Online">
        {online === null ? '–' : exactAmount(online)}
        <small className="dim"> of {exactAmount(accounts)}</small>
      </Figure>
      <Figure title="Total level">{level === null ? '–' : exactAmount(level)}</Figure>
      <Figure title="Total xp">
        <Amount value={xp} unit="xp" />
      </Figure>
      {periods.map(({ period, gain, loot_gp: loot }) => (
        <Figure key={period} title={periodTitles[period as keyof typeof periodTitles] ?? period}>
          <Amount value={gain} unit="xp" hasPlusSign />
          <small> xp</small>
          {loot !== null && (
            <small>
              <Amount value={loot} unit="gp" /> gp
            </small>
          )}
          {period === 'day' && yesterday !== null && (
            <small className="dim">
              yesterday <Amount value={yesterday} unit="xp" hasPlusSign /> xp
            </small>
          )}
        </Figure>
      ))}
    </Figures>
  );
}

function Activity({ hours }: { readonly hours: Guild['activity'] }) {
  const series = useMemo(
    () => [
      {
        label: 'Players',
        points: (hours ?? []).map(({ hour, online }) => [Date.parse(hour), online] as const),
      },
    ],
    [hours],
  );
  if (hours === null) return <NoCategoryAccess category="activity" />;
  if (hours.every(({ online }) => online === 0))
    return <p className="notice">Nobody played in the last 7 days.</p>;
  return <Chart series={series} label="Players by hour in the last 7 days" shape="steps" />;
}
