import { dayMs } from '../../../../../shared/domain/durations.ts';
import {
  overall,
  overallProgress,
  progressToNextLevel,
  realLevelMax,
  virtualLevel,
  xpToNextLevel,
} from '../../../../../shared/domain/skill.ts';
import { SegmentedControl } from '../../common/fields/segmented-control.tsx';
import { SkillGlyph } from '../../common/glyphs/glyph.tsx';
import { NoCategoryAccess } from '../../common/panel/answer-panel.tsx';
import { Panel } from '../../common/panel/panel.tsx';
import { inPeriod, type PeriodName, periodMs, periods, periodTitle } from '../../common/period.ts';
import { Amount } from '../../common/text/amount.tsx';
import { exactAmount, spanText } from '../../common/text/format.ts';
import { useHubAnswer } from '../../read-api/use-hub-answer.ts';
import { useAddressChoice, useAddressValue } from '../../state/use-address-value.ts';
import { type AccountData, missingCategory, readSection } from '../account-sections.ts';
import { NothingSent } from '../nothing-sent.tsx';

const everyMs = 60_000;

export function SkillsPanel({ account }: { readonly account: AccountData }) {
  const [period, setPeriod] = useAddressChoice('gains', periods, 'week');
  const [chosen, choose] = useAddressValue('skill', overall);
  const missing = missingCategory(account, 'stats');
  const skills = readSection(account.skills);
  const gains = useGains(account, period);
  const ofWeek = useGains(account, 'week');
  const choice = (
    <SegmentedControl
      label="Gains of"
      choices={periods}
      chosen={period}
      onChoose={setPeriod}
      textOf={periodTitle}
    />
  );
  return (
    <Panel title="Skills" actions={choice}>
      {missing !== undefined && <NoCategoryAccess category={missing} />}
      {missing === undefined && skills === null && <NothingSent part="skills" />}
      <ul className="skills">
        {skills?.skills.map(({ skill, level, xp }) => (
          <li key={skill} className={skill === overall ? 'skill overall' : 'skill'}>
            <button
              type="button"
              className="plain clip"
              aria-pressed={skill === chosen}
              title={`Show the xp of ${skill} in the chart`}
              onClick={() => {
                choose(skill);
                document.querySelector('.xp-panel')?.scrollIntoView({ block: 'nearest' });
              }}
            >
              <SkillGlyph skill={skill} /> {skill}
            </button>
            <b className="number">{exactAmount(level)}</b>
            <progress
              aria-label={`${skill}: to the ${skill === overall ? 'highest total' : 'next'} level`}
              value={skill === overall ? overallProgress(skills.total_level) : progressToNextLevel(xp)}
              title={`${exactAmount(xp)} xp`}
            />
            <span className="dim small">
              <Amount value={xp} unit="xp" />
            </span>
            <span className="number small gained">
              <Gain xp={gains.get(skill) ?? 0} />
            </span>
            {skill !== overall && <NextLevel xp={xp} weeklyGain={ofWeek.get(skill) ?? 0} />}
          </li>
        ))}
      </ul>
      {missing === undefined && skills !== null && (
        <p className="panel-body dim small">
          Times to the next level are at the pace of the last 7 days, up to {nextLevelDaysMax} days.
          {skills.skills.some(isVirtual) && ' Levels above 99 are virtual: the total level counts 99.'}
        </p>
      )}
    </Panel>
  );
}

/** By skill; empty before the first answer. */
function useGains(account: AccountData, period: PeriodName): ReadonlyMap<string, number> {
  const { id } = account;
  const { body } = useHubAnswer(
    'gains',
    { id, period },
    (client, signal) => client.get('/accounts/{id}/gains', { id, ...inPeriod(period) }, signal),
    { enabled: missingCategory(account, 'stats') === undefined, everyMs },
  );
  return new Map(body?.data.gains.map(({ skill, xp }) => [skill, xp]));
}

/** Nothing without a gain: a 0 in every skill hides the gains. */
function Gain({ xp }: { readonly xp: number }) {
  return xp > 0 ? <Amount value={xp} unit="xp" hasPlusSign /> : null;
}

/** The pace of a week says nothing about later years. */
const nextLevelDaysMax = 100;

function isVirtual({ skill, level }: { readonly skill: string; readonly level: number }): boolean {
  return skill !== overall && level > realLevelMax;
}

function NextLevel({ xp, weeklyGain }: { readonly xp: number; readonly weeklyGain: number }) {
  const left = xpToNextLevel(xp);
  if (left === null || left * periodMs.week > weeklyGain * nextLevelDaysMax * dayMs) return null;
  return (
    <span className="next-level dim small" title={`${exactAmount(left)} xp left`}>
      {virtualLevel(xp) + 1} in {spanText((left / weeklyGain) * periodMs.week)}
    </span>
  );
}
