import { createHash } from 'node:crypto';
import { skills } from '../../../../shared/domain/skill.ts';
import { skillPartName } from '../../../../shared/events/state-parts.ts';

const known: ReadonlySet<string> = new Set(skills);

/**
 * The part in the record key of a skill. A name that is not in the list of skills can be any text
 * of a person. Keys outlive an erasure, so the key then has a hash of the name.
 */
export function skillKeyPart(skill: string): string {
  if (known.has(skill)) return skillPartName(skill);
  return skillPartName(`#${createHash('sha256').update(skill).digest('base64url').slice(0, 22)}`);
}
