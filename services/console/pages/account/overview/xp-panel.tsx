import { useMemo } from 'react';
import type { AnswerOf, ParametersOf } from '../../../../../shared/client/api.ts';
import type { HubClient } from '../../../../../shared/client/open-client.ts';
import { overall } from '../../../../../shared/domain/skill.ts';
import { Chart } from '../../common/chart/chart.tsx';
import { SegmentedControl } from '../../common/fields/segmented-control.tsx';
import { AnswerPanel } from '../../common/panel/answer-panel.tsx';
import { periodMs, periods } from '../../common/period.ts';
import { useHubAnswer } from '../../read-api/use-hub-answer.ts';
import { useAddressChoice, useAddressValue } from '../../state/use-address-value.ts';
import { type AccountData, missingCategory, readSection } from '../account-sections.ts';
import { askHourlyPoints } from './ask-hourly-points.ts';
import { listDailyGains } from './daily-gains.ts';

const charts = ['per_day', 'total'] as const;
const spansOf = { per_day: ['week', 'month', 'year'], total: periods } as const;

export function XpPanel({ account }: { readonly account: AccountData }) {
  const { id } = account;
  const [chosen, setSkill] = useAddressValue('skill', overall);
  const [chart, setChart] = useAddressChoice('chart', charts);
  const spans = spansOf[chart];
  const [span, setSpan] = useAddressChoice<(typeof periods)[number]>('span', spans, 'month');
  const missing = missingCategory(account, 'stats');
  const names = readSection(account.skills)?.skills.map(({ skill }) => skill) ?? [overall];
  const skill = names.find((name) => name === chosen) ?? overall;
  const asked = useHubAnswer(
    'xp',
    { id, skill, span, chart },
    async (client, signal) => {
      const now = Date.now();
      const spanMs = periodMs[span];
      const points =
        chart === 'per_day'
          ? await askHourlyPoints(client, { id, skill, now, spanMs }, signal)
          : await askPoints(client, { id, skills: [skill], from: now - spanMs }, signal);
      return { chart, skill, points, to: now };
    },
    { enabled: missing === undefined, everyMs: 60_000 },
  );
  const actions = (
    <>
      <select aria-label="Skill" value={skill} onChange={({ target }) => setSkill(target.value)}>
        {names.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </select>
      <SegmentedControl label="Chart" choices={charts} chosen={chart} onChoose={setChart} />
      <SegmentedControl label="Range" choices={spans} chosen={span} onChoose={setSpan} />
    </>
  );
  return (
    <AnswerPanel title="Xp" className="xp-panel" actions={actions} asked={asked} missing={missing}>
      {(shown) => <XpChart {...shown} />}
    </AnswerPanel>
  );
}

async function askPoints(client: HubClient, asked: ParametersOf<'/accounts/{id}/xp'>, signal: AbortSignal) {
  const { data } = await client.get('/accounts/{id}/xp', asked, signal);
  return data.series[0]?.points ?? [];
}

interface XpChartProps {
  /** The chart of the points. The chosen chart may be newer. */
  readonly chart: (typeof charts)[number];
  readonly skill: string;
  readonly points: AnswerOf<'/accounts/{id}/xp'>['data']['series'][number]['points'];
  /** The end of the range, epoch ms. */
  readonly to: number;
}

function XpChart({ chart, skill, points, to }: XpChartProps) {
  const isPerDay = chart === 'per_day';
  const series = useMemo(() => {
    const shown = isPerDay
      ? listDailyGains(points, to)
      : points.map(([at, xp]) => [Date.parse(at), xp] as const);
    return [{ label: skill, points: shown }];
  }, [points, skill, to, isPerDay]);
  const hasGain = isPerDay
    ? series.some(({ points }) => points.some(([, gain]) => gain > 0))
    : series.some(({ points }) => points.length > 1);
  if (!hasGain) {
    return <p className="notice">No xp was gained in this range. A longer range may show gains.</p>;
  }
  return isPerDay ? (
    <Chart series={series} label="Xp gained per day" shape="bars" isDaily />
  ) : (
    <Chart series={series} label="Xp over time" shape="steps" />
  );
}
