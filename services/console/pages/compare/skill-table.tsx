import { overall, skills } from '../../../../shared/domain/skill.ts';
import { accountAddress } from '../common/account-address.ts';
import type { ComparedGains } from '../common/chart/ask-compared-xp.ts';
import { SkillGlyph } from '../common/glyphs/glyph.tsx';
import { type Column, DataTable } from '../common/table/data-table.tsx';
import { isolateName } from '../common/text/account-name.ts';
import { Amount } from '../common/text/amount.tsx';
import { useAccounts } from '../read-api/use-read-api.ts';

interface Props {
  readonly accounts: readonly ComparedGains[];
  readonly isGained: boolean;
  readonly chosen: string;
  readonly onChoose: (skill: string) => void;
}

/** A row for each skill, a column for each account; a press on a skill draws it. */
export function SkillTable({ accounts, isGained, chosen, onChoose }: Props) {
  const { accounts: known } = useAccounts();
  const skillColumn: Column<string> = {
    title: 'Skill',
    cell: (skill) => (
      <button type="button" className="plain" aria-pressed={skill === chosen} onClick={() => onChoose(skill)}>
        <SkillGlyph skill={skill} /> {skill}
      </button>
    ),
  };
  const skillOf = ({ account }: ComparedGains, skill: string) =>
    known.get(account.id)?.skills?.skills.find((each) => each.skill === skill);
  const xpIn = (of: ComparedGains, skill: string) =>
    (isGained ? of.gains.get(skill) : skillOf(of, skill)?.xp) ?? null;
  const mostXp = (skill: string) => Math.max(1, ...accounts.map((of) => xpIn(of, skill) ?? 0));
  const columns = accounts.map((of, place): Column<string> => {
    const { name } = of.account;
    const xpOf = (skill: string) => xpIn(of, skill);
    const isNamedBefore = accounts.slice(0, place).some(({ account }) => account.name === name);
    return {
      title: isNamedBefore ? `${isolateName(name)} (${place + 1})` : isolateName(name),
      address: accountAddress(of.account.id),
      isNumber: true,
      series: place + 1,
      sortBy: xpOf,
      cell: (skill) => (
        <>
          <span className={xpOf(skill) === mostXp(skill) ? 'most' : undefined}>
            <Amount value={xpOf(skill)} unit="xp" hasPlusSign={isGained} />
          </span>{' '}
          <span className="level dim small">{skillOf(of, skill)?.level ?? '–'}</span>
        </>
      ),
    };
  });
  return (
    <DataTable
      label="Skills of the players"
      rows={[overall, ...skills]}
      keyOf={(skill) => skill}
      columns={[skillColumn, ...columns]}
      isCompact
      isMarked={(skill) => skill === chosen}
      whenEmpty=""
    />
  );
}
