import type { Category } from '../../../shared/domain/category.ts';
import { compareSkills } from '../../../shared/domain/skill.ts';
import { partitionOf, streams } from '../../../shared/events/streams.ts';
import {
  type Equipment,
  type Hitpoints,
  type Inventory,
  type Location,
  type Part,
  type Prayer,
  type Presence,
  type Skill,
  type Spellbook,
  skillPrefix,
} from '../part.ts';

/** Everything known of one account now. Immutable: a change makes a new object, so caches may compare by identity. */
export interface AccountState {
  readonly presence: Presence | null;
  readonly hitpoints: Hitpoints | null;
  readonly prayer: Prayer | null;
  readonly spellbook: Spellbook | null;
  readonly location: Location | null;
  readonly equipment: Equipment | null;
  readonly inventory: Inventory | null;
  /** In the API's order. */
  readonly skills: readonly Skill[];
  /** Newest record of each category, epoch ms; 0 when none was ever sent. */
  readonly changedAt: Readonly<Record<StateCategory, number>>;
}

/** The categories that live state belongs to. */
export const stateCategories = ['stats', 'activity', 'location_live', 'equipment', 'inventory'] as const;
export type StateCategory = (typeof stateCategories)[number] & Category;

/** The partition of `hub.state`, and so the watermark, that an account belongs to. */
export function statePartition(accountId: string): number {
  return partitionOf('hub.state', accountId);
}

export const statePartitions = streams['hub.state'].partitions;

export const noState: AccountState = {
  presence: null,
  hitpoints: null,
  prayer: null,
  spellbook: null,
  location: null,
  equipment: null,
  inventory: null,
  skills: [],
  changedAt: { stats: 0, activity: 0, location_live: 0, equipment: 0, inventory: 0 },
};

/** The state with newer parts in place of the ones they replace. A part that this release does not know is left out. */
export function withParts(state: AccountState, parts: readonly Part[]): AccountState {
  const next: Draft = { ...state, skills: state.skills, changedAt: { ...state.changedAt } };
  for (const part of parts) {
    const category = setPart(next, part);
    if (category !== null && part.changed_at > next.changedAt[category]) {
      next.changedAt[category] = part.changed_at;
    }
  }
  return next;
}

type Draft = { -readonly [Field in keyof Omit<AccountState, 'changedAt'>]: AccountState[Field] } & {
  changedAt: Record<StateCategory, number>;
};

// The casts are sound: the fold names a part by the type of its event, whose data was checked when it was read.
function setPart(draft: Draft, { part, value }: Part): StateCategory | null {
  if (part.startsWith(skillPrefix)) {
    draft.skills = withSkill(draft.skills, value as Skill);
    return 'stats';
  }
  switch (part) {
    case 'presence':
      draft.presence = value as Presence;
      return 'activity';
    case 'hitpoints':
      draft.hitpoints = value as Hitpoints;
      return 'activity';
    case 'prayer':
      draft.prayer = value as Prayer;
      return 'activity';
    case 'spellbook':
      draft.spellbook = value as Spellbook;
      return 'activity';
    case 'location':
      draft.location = value as Location;
      return 'location_live';
    case 'equipment':
      draft.equipment = value as Equipment;
      return 'equipment';
    case 'inventory':
      draft.inventory = value as Inventory;
      return 'inventory';
    default:
      return null;
  }
}

function withSkill(skills: readonly Skill[], reported: Skill): readonly Skill[] {
  const others = skills.filter((skill) => skill.skill !== reported.skill);
  const before = others.findIndex((skill) => compareSkills(skill.skill, reported.skill) > 0);
  return before === -1 ? [...others, reported] : others.toSpliced(before, 0, reported);
}
