import { overall, realLevelMax, skills } from '../../../../shared/domain/skill.ts';
import type { ComparedGains } from '../common/chart/ask-compared-xp.ts';
import { SkillGlyph } from '../common/glyphs/glyph.tsx';
import { useAccounts } from '../read-api/use-read-api.ts';
import { PlayerTable } from './player-table.tsx';

interface Props {
  readonly accounts: readonly ComparedGains[];
  readonly isGained: boolean;
  readonly chosen: string;
  readonly onChoose: (skill: string) => void;
}

/** A row for each skill, a column for each account; a press on a skill draws it. */
export function SkillTable({ accounts, isGained, chosen, onChoose }: Props) {
  const { accounts: known } = useAccounts();
  const skillOf = (id: string, skill: string) =>
    known.get(id)?.skills?.skills.find((each) => each.skill === skill);
  const gainsOf = (id: string) => accounts.find(({ account }) => account.id === id)?.gains;
  return (
    <>
      <p className="panel-body dim small">The small number is the level now.</p>
      <PlayerTable
        label="Skills of the players"
        first={{
          title: 'Skill',
          cell: (skill) => (
            <button
              type="button"
              className="plain"
              aria-pressed={skill === chosen}
              onClick={() => onChoose(skill)}
            >
              <SkillGlyph skill={skill} /> {skill}
            </button>
          ),
        }}
        rows={[overall, ...skills]}
        keyOf={(skill) => skill}
        accounts={accounts.map(({ account }) => account)}
        amountOf={({ id }, skill) => (isGained ? gainsOf(id)?.get(skill) : skillOf(id, skill)?.xp) ?? null}
        unitOf={() => 'xp'}
        hasPlusSign={isGained}
        after={({ id }, skill) => (
          <>
            {' '}
            <span className="level dim small">{levelText(skill, skillOf(id, skill)?.level)}</span>
          </>
        )}
        isMarked={(skill) => skill === chosen}
      />
    </>
  );
}

/** Plugins send virtual levels above 99. The row of all skills has the total level. */
function levelText(skill: string, level: number | null | undefined): string {
  if (level === null || level === undefined) return '–';
  return String(skill === overall ? level : Math.min(level, realLevelMax));
}
