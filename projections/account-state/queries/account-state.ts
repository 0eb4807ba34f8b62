import { categories } from '../../../shared/domain/category.ts';
import type { StateCategory } from '../../../shared/domain/section.ts';
import { compareSkills } from '../../../shared/domain/skill.ts';
import {
  type PartData,
  type PartName,
  partNames,
  partOfName,
  type SkillData,
  skillPart,
  stateParts,
} from '../../../shared/events/state-parts.ts';
import { partitionOf, streams } from '../../../shared/events/streams.ts';
import type { Part } from '../part.ts';

/** A part is null when it was never sent. */
type PartStates = { readonly [Name in PartName]: PartData<Name> | null };

/** Immutable: a change makes a new object, so caches may compare by identity. */
export interface AccountState extends PartStates {
  /** In the API's order. */
  readonly skills: readonly SkillData[];
  /** Record time of the newest record of each category, epoch ms; 0 when none was ever sent. */
  readonly changedAt: Readonly<Record<StateCategory, number>>;
}

const partsByCategory = Map.groupBy(partNames, (name) => stateParts[name].category);

export const stateCategories = categories.filter(
  (category): category is StateCategory =>
    category === skillPart.category || partsByCategory.has(category as StateCategory),
);

export function statePartition(accountId: string): number {
  return partitionOf('hub.state', accountId);
}

export const statePartitions = streams['hub.state'].partitions;

export const noState: AccountState = {
  ...(Object.fromEntries(partNames.map((name) => [name, null])) as PartStates),
  skills: [],
  changedAt: Object.fromEntries(stateCategories.map((category) => [category, 0])) as Record<
    StateCategory,
    number
  >,
};

export function contentOf(state: AccountState, category: StateCategory): readonly unknown[] {
  const parts = (partsByCategory.get(category) ?? []).map((name) => state[name]);
  return category === skillPart.category ? [...parts, state.skills] : parts;
}

export type StatePart = Pick<Part, 'part' | 'changed_at' | 'value'>;

/** Replaces older parts. Leaves out a part that this release does not know. */
export function withParts(state: AccountState, parts: readonly StatePart[]): AccountState {
  const next: Draft = { ...state, changedAt: { ...state.changedAt } };
  const skills: SkillData[] = [];
  for (const part of parts) {
    const category = setPart(next, skills, part);
    if (category !== null && part.changed_at > next.changedAt[category]) {
      next.changedAt[category] = part.changed_at;
    }
  }
  if (skills.length > 0) next.skills = withSkills(state.skills, skills);
  return next;
}

type Draft = { -readonly [Field in Exclude<keyof AccountState, 'changedAt'>]: AccountState[Field] } & {
  changedAt: Record<StateCategory, number>;
};

// The casts are sound: the type of a checked event gives the name of the part.
function setPart(draft: Draft, skills: SkillData[], { part, value }: StatePart): StateCategory | null {
  const name = partOfName(part);
  if (name === null) return null;
  if (name === 'skill') {
    skills.push(value as SkillData);
    return skillPart.category;
  }
  draft[name] = value as never;
  return stateParts[name].category;
}

function withSkills(known: readonly SkillData[], reported: readonly SkillData[]): readonly SkillData[] {
  const newest = new Map(reported.map((data) => [data.skill, data]));
  const others = known.filter(({ skill }) => !newest.has(skill));
  return [...others, ...newest.values()].sort((left, right) => compareSkills(left.skill, right.skill));
}
