import { itemPaths, skillPaths } from './glyph-paths.ts';
import type { ItemKind } from './item-kind.ts';
import './glyph.css';

/** Stands next to the name of a skill. Nothing for a skill that the game does not have. */
export function SkillGlyph({ skill }: { readonly skill: string | null }) {
  const path = skill === null ? undefined : skillPaths.get(skill);
  return path === undefined ? null : <Glyph path={path} />;
}

export function ItemGlyph({ kind }: { readonly kind: ItemKind }) {
  return <Glyph path={itemPaths[kind]} />;
}

function Glyph({ path }: { readonly path: string }) {
  return (
    <svg className="glyph" viewBox="0 0 24 24" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}
