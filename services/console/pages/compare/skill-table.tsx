import { overall, skills } from '../../../../shared/domain/skill.ts';
import { SkillGlyph } from '../common/glyphs/glyph.tsx';
import { type Column, DataTable } from '../common/table/data-table.tsx';
import { isolateName } from '../common/text/account-name.ts';
import { Amount } from '../common/text/amount.tsx';
import { exactAmount } from '../common/text/format.ts';
import { useAccounts } from '../read-api/use-read-api.ts';

export interface ComparedGains {
  readonly account: { readonly id: string; readonly name: string };
  /** By skill. */
  readonly gains: ReadonlyMap<string, number>;
}

interface Props {
  readonly accounts: readonly ComparedGains[];
  readonly isGained: boolean;
  readonly chosen: string;
  readonly onChoose: (skill: string) => void;
}

/** A row for each skill, a column for each account; a press on a skill draws it. */
export function SkillTable({ accounts, isGained, chosen, onChoose }: Props) {
  const { accounts: known } = useAccounts();
  const columns: readonly Column<string>[] = [
    {
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
    },
    ...accounts.map(({ account: { id, name }, gains }, place): Column<string> => {
      const levels = known.get(id)?.skills?.skills ?? [];
      const ofSkill = (skill: string) => levels.find((each) => each.skill === skill);
      const isNamedBefore = accounts.slice(0, place).some((each) => each.account.name === name);
      return {
        title: isNamedBefore ? `${isolateName(name)} (${place + 1})` : isolateName(name),
        isNumber: true,
        sortBy: (skill) => (isGained ? gains.get(skill) : ofSkill(skill)?.xp) ?? null,
        cell: (skill) => <Cell gain={gains.get(skill) ?? 0} now={ofSkill(skill)} isGained={isGained} />,
      };
    }),
  ];
  return (
    <DataTable
      label="Skills of the players"
      rows={[overall, ...skills]}
      keyOf={(skill) => skill}
      columns={columns}
      isCompact
      isMarked={(skill) => skill === chosen}
      whenEmpty=""
    />
  );
}

interface CellProps {
  readonly gain: number;
  readonly now: { readonly level: number; readonly xp: number } | undefined;
  readonly isGained: boolean;
}

function Cell({ gain, now, isGained }: CellProps) {
  const level = now === undefined ? null : exactAmount(now.level);
  if (isGained) {
    return (
      <>
        {gain > 0 && <Amount value={gain} unit="xp" hasPlusSign />} <span className="dim small">{level}</span>
      </>
    );
  }
  return (
    <>
      {level} <span className="dim small">{now !== undefined && <Amount value={now.xp} unit="xp" />}</span>
    </>
  );
}
