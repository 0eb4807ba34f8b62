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

/** The newest value of each part except skills; null when it was never sent. */
type PartStates = { readonly [Name in PartName]: PartData<Name> | null };

/**
 * Everything known of one account now. Immutable: a change makes a new object, so caches may
 * compare by identity.
 */
export interface AccountState extends PartStates {
  /** In the API's order. */
  readonly skills: readonly SkillData[];
  /** Newest record of each category, epoch ms; 0 when none was ever sent. */
  readonly changedAt: Readonly<Record<StateCategory, number>>;
}

const partsByCategory = Map.groupBy(partNames, (name) => stateParts[name].category);

/** The categories that live state belongs to. */
export const stateCategories = categories.filter(
  (category): category is StateCategory =>
    category === skillPart.category || partsByCategory.has(category as StateCategory),
);

/** The partition of `hub.state`, and so the watermark, that an account belongs to. */
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

/** The parts of the state that belong to a category. */
export function contentOf(state: AccountState, category: StateCategory): readonly unknown[] {
  const parts = (partsByCategory.get(category) ?? []).map((name) => state[name]);
  return category === skillPart.category ? [...parts, state.skills] : parts;
}

/** A part as it is folded into a state. */
export type StatePart = Pick<Part, 'part' | 'changed_at' | 'value'>;

/**
 * The state with newer parts in place of the earlier parts. A part that this release does not know
 * is left out.
 */
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

// The casts are sound: the fold names a part by the type of its event, whose data was checked when
// it was read.
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
