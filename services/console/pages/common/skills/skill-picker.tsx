import { overall, skills } from '../../../../../shared/domain/skill.ts';
import { PopoverChoice } from '../fields/popover-choice.tsx';
import { SkillGlyph } from '../glyphs/glyph.tsx';

interface Props {
  readonly chosen: string;
  readonly onChoose: (skill: string) => void;
}

const choices = [overall, ...skills];

/** An address may name another skill. */
export function SkillPicker(props: Props) {
  return (
    <PopoverChoice
      {...props}
      label="Skill"
      find={(typed) => choices.filter((skill) => skill.toLowerCase().includes(typed.trim().toLowerCase()))}
      glyphOf={(skill) => <SkillGlyph skill={skill} />}
    />
  );
}
