import { useMemo } from 'react';
import type { AnswerOf } from '../../../../shared/client/api.ts';
import { overall, skills } from '../../../../shared/domain/skill.ts';
import { Amount } from '../common/amount.tsx';
import { AnswerPanel } from '../common/answer-panel.tsx';
import { Chart } from '../common/chart.tsx';
import { fromFirst, type Series } from '../common/joined-series.ts';
import { Panel } from '../common/panel.tsx';
import { periodMs, periods } from '../common/period.ts';
import { Segments } from '../common/segments.tsx';
import { useAddressChoice, useAddressIds, useAddressValue } from '../hub/use-address.ts';
import { useAnswer } from '../hub/use-answer.ts';
import { useMayRead } from '../hub/use-me.ts';
import { useTitle } from '../hub/use-title.ts';
import { AccountPicker } from './account-picker.tsx';
import './compare.css';

const comparedMax = 6;
const comparedMin = 2;
const measures = ['gained', 'total'] as const;
const allSkills = [overall, ...skills] as const;

/** Two to six accounts, one skill, one chart. */
export function ComparePage() {
  useTitle('Compare');
  const [ids, setIds] = useAddressIds('accounts', comparedMax);
  const [skillName, setSkill] = useAddressValue('skill', overall);
  const [span, setSpan] = useAddressChoice('span', periods, 'week');
  const [measure, setMeasure] = useAddressChoice('measure', measures);
  const mayRead = useMayRead('stats');
  const skill = allSkills.find((each) => each === skillName) ?? overall;
  const asked = useAnswer(
    'compared xp',
    { ids, skill, span },
    (client, signal) =>
      client.get('/xp', { accounts: ids, skills: [skill], from: Date.now() - periodMs[span] }, signal),
    { enabled: ids.length >= comparedMin, everyMs: 60_000 },
  );
  return (
    <main id="content" className="page compare">
      <div className="row wrap">
        <h1 className="grow">Compare</h1>
        <select aria-label="Skill" value={skill} onChange={({ target }) => setSkill(target.value)}>
          {allSkills.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
        <Segments label="Range" choices={periods} chosen={span} onChoose={setSpan} />
        <Segments label="Measure" choices={measures} chosen={measure} onChoose={setMeasure} />
      </div>
      <AccountPicker ids={ids} max={comparedMax} onChange={setIds} />
      {ids.length < comparedMin ? (
        <Panel title={skill}>
          <p className="notice">
            Choose two to six players above. Their xp in one skill then stands in one chart.
          </p>
        </Panel>
      ) : (
        <AnswerPanel title={`${skill} xp`} asked={asked} missing={mayRead ? undefined : 'stats'}>
          {({ data }) => <Compared accounts={data.accounts} gained={measure === 'gained'} skill={skill} />}
        </AnswerPanel>
      )}
    </main>
  );
}

interface ComparedProps {
  readonly accounts: AnswerOf<'/xp'>['data']['accounts'];
  readonly gained: boolean;
  readonly skill: string;
}

function Compared({ accounts, gained, skill }: ComparedProps) {
  const totals = useMemo(() => accounts.map(seriesOf), [accounts]);
  const series = useMemo(() => (gained ? fromFirst(totals) : totals), [totals, gained]);
  if (totals.every(({ points }) => points.length === 0)) {
    return <p className="notice">Nobody of them has xp in {skill} in this range.</p>;
  }
  return (
    <>
      <Chart
        series={series}
        label={`${skill} xp of ${accounts.length} players over time`}
        stepped
        height={360}
      />
      <ul className="compared">
        {totals.map(({ label, points }, index) => {
          const [first, last] = [points[0]?.[1] ?? 0, points.at(-1)?.[1] ?? 0];
          return (
            <li key={accounts[index]?.account.id} className="row">
              <span className="grow clip">{label}</span>
              <Amount value={last - first} unit="xp" signed />
              <span className="dim">
                of <Amount value={last} unit="xp" />
              </span>
            </li>
          );
        })}
      </ul>
    </>
  );
}

function seriesOf({ account, series }: ComparedProps['accounts'][number]): Series {
  const points = series[0]?.points ?? [];
  return { label: account.name, points: points.map(([at, value]) => [Date.parse(at), value] as const) };
}
