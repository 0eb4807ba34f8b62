import { overall, overallProgress, progressToNextLevel } from '../../../../shared/domain/skill.ts';
import { SegmentedControl } from '../common/fields/segmented-control.tsx';
import { NoCategoryAccess } from '../common/panel/answer-panel.tsx';
import { Panel } from '../common/panel/panel.tsx';
import { periods } from '../common/period.ts';
import { Amount } from '../common/text/amount.tsx';
import { exactAmount } from '../common/text/format.ts';
import { useHubAnswer } from '../read-api/use-hub-answer.ts';
import { useAddressChoice } from '../state/use-address-value.ts';
import { type AccountData, missingCategory, readSection } from './account-sections.ts';

const everyMs = 60_000;

export function SkillsPanel({ account }: { readonly account: AccountData }) {
  const [period, setPeriod] = useAddressChoice('gains', periods);
  const { id } = account;
  const missing = missingCategory(account, 'stats');
  const skills = readSection(account.skills);
  const { body } = useHubAnswer(
    'gains',
    { id, period },
    (client, signal) => client.get('/accounts/{id}/gains', { id, period }, signal),
    { enabled: missing === undefined, everyMs },
  );
  const gains = new Map(body?.data.gains.map(({ skill, xp }) => [skill, xp]));
  const choice = <SegmentedControl label="Gains of" choices={periods} chosen={period} onChoose={setPeriod} />;
  return (
    <Panel title="Skills" actions={choice}>
      {missing !== undefined && <NoCategoryAccess category={missing} />}
      {missing === undefined && skills === null && <p className="notice">No plugin has sent skills yet.</p>}
      <ul className="skills">
        {skills?.skills.map(({ skill, level, xp }) => (
          <li key={skill} className="skill">
            <span className="clip">{skill}</span>
            <b className="number">{exactAmount(level)}</b>
            <progress
              aria-label={`${skill}: to the ${skill === overall ? 'highest total' : 'next'} level`}
              value={skill === overall ? overallProgress(skills.total_level) : progressToNextLevel(xp)}
              title={`${exactAmount(xp)} xp`}
            />
            <span className="dim small">
              <Amount value={xp} unit="xp" />
            </span>
            <span className={(gains.get(skill) ?? 0) > 0 ? 'number small gained' : 'number small dim'}>
              {gains.has(skill) ? <Amount value={gains.get(skill) ?? 0} unit="xp" hasPlusSign /> : ''}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
