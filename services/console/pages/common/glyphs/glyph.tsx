import { overall, skills } from '../../../../../shared/domain/skill.ts';
import type { ItemKind } from './item-kind.ts';
import './glyph.css';

/** A file of all glyphs, which the browser loads once. */
const file = new URL('./glyphs.svg', import.meta.url).href;
const named: ReadonlySet<string | null> = new Set([overall, ...skills]);

export function hasGlyph(skill: string | null): boolean {
  return named.has(skill);
}

/** Stands next to the name of a skill. Nothing for a skill that the game does not have. */
export function SkillGlyph({ skill }: { readonly skill: string | null }) {
  return skill !== null && hasGlyph(skill) ? <Glyph id={skill.toLowerCase()} /> : null;
}

export function ItemGlyph({ kind }: { readonly kind: ItemKind }) {
  return <Glyph id={`item-${kind}`} />;
}

function Glyph({ id }: { readonly id: string }) {
  return (
    <svg className="glyph" aria-hidden="true">
      <use href={`${file}#${id}`} />
    </svg>
  );
}
