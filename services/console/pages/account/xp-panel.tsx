import { useMemo } from 'react';
import type { AnswerOf } from '../../../../shared/client/api.ts';
import { overall } from '../../../../shared/domain/skill.ts';
import { xpResolutions } from '../../../../shared/domain/xp-resolution.ts';
import { Chart } from '../common/chart/chart.tsx';
import { SegmentedControl } from '../common/fields/segmented-control.tsx';
import { AnswerPanel } from '../common/panel/answer-panel.tsx';
import { periodMs, periods } from '../common/period.ts';
import { useHubAnswer } from '../read-api/use-hub-answer.ts';
import { useAddressChoice, useAddressValue } from '../state/use-address-value.ts';
import { type AccountData, missingCategory, readSection } from './account-sections.ts';

const tiers = ['auto', ...xpResolutions] as const;

export function XpPanel({ account }: { readonly account: AccountData }) {
  const { id } = account;
  const [chosen, setSkill] = useAddressValue('skill', overall);
  const [span, setSpan] = useAddressChoice('span', periods, 'week');
  const [tier, setTier] = useAddressChoice('tier', tiers);
  const missing = missingCategory(account, 'stats');
  const names = readSection(account.skills)?.skills.map(({ skill }) => skill) ?? [overall];
  const skill = names.find((name) => name === chosen) ?? overall;
  const asked = useHubAnswer(
    'xp',
    { id, skill, span, tier },
    (client, signal) =>
      client.get(
        '/accounts/{id}/xp',
        { id, skills: [skill], resolution: tier, from: Date.now() - periodMs[span] },
        signal,
      ),
    { enabled: missing === undefined, everyMs: 60_000 },
  );
  const actions = (
    <>
      <select aria-label="Skill" value={skill} onChange={({ target }) => setSkill(target.value)}>
        {names.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </select>
      <SegmentedControl label="Range" choices={periods} chosen={span} onChoose={setSpan} />
      <SegmentedControl label="Resolution" choices={tiers} chosen={tier} onChoose={setTier} />
    </>
  );
  return (
    <AnswerPanel title="Xp" actions={actions} asked={asked} missing={missing}>
      {({ data }) => <XpChart data={data} />}
    </AnswerPanel>
  );
}

function XpChart({ data }: { readonly data: AnswerOf<'/accounts/{id}/xp'>['data'] }) {
  const series = useMemo(
    () =>
      data.series.map(({ skill, points }) => ({
        label: skill,
        points: points.map(([at, xp]) => [Date.parse(at), xp] as const),
      })),
    [data],
  );
  if (series.every(({ points }) => points.length < 2)) {
    return <p className="notice">No xp was gained in this range. A longer range may show gains.</p>;
  }
  return <Chart series={series} label="Xp over time" isStepped />;
}
