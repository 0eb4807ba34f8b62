import { useId, useRef } from 'react';
import { overall, skills } from '../../../../../shared/domain/skill.ts';
import { SkillGlyph } from '../glyphs/glyph.tsx';
import { Name } from '../text/isolated-name.tsx';
import './skill-picker.css';

interface Props {
  readonly chosen: string;
  readonly onChoose: (skill: string) => void;
}

/** A button that opens all skills. An address may name another skill. */
export function SkillPicker({ chosen, onChoose }: Props) {
  const list = useId();
  const listed = useRef<HTMLFieldSetElement>(null);
  return (
    <>
      <button type="button" className="skill-button" popoverTarget={list} aria-label={`Skill: ${chosen}`}>
        <SkillGlyph skill={chosen} /> <Name of={chosen} /> <span aria-hidden="true">▾</span>
      </button>
      <fieldset id={list} ref={listed} popover="auto" className="skill-list">
        <legend className="hidden-text">Skill</legend>
        {[overall, ...skills].map((skill) => (
          <button
            key={skill}
            type="button"
            aria-pressed={skill === chosen}
            onClick={() => {
              listed.current?.hidePopover();
              onChoose(skill);
            }}
          >
            <SkillGlyph skill={skill} /> {skill}
          </button>
        ))}
      </fieldset>
    </>
  );
}
