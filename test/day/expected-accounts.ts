import {
  flipsOf,
  itemsSection,
  locationSection,
  presenceSection,
  type Section,
  skillsSection,
  vitalsSection,
} from './expected-sections.ts';
import type { Rights } from './keys.ts';
import type { LiveState } from './live-state.ts';

export interface Known {
  readonly id: string;
  readonly name: string;
  readonly hash: string;
  readonly type: number;
  /** ISO. */
  readonly firstSeen: string;
  /** A category that is hidden from all readers except the owner. */
  readonly hidden: string | null;
  readonly state: LiveState;
}

type Fields = Readonly<Record<string, unknown>>;

const typeLabels = [
  'Normal',
  'Ironman',
  'Ultimate Ironman',
  'Hardcore Ironman',
  'Group Ironman',
  'Hardcore Group Ironman',
  'Unranked Group Ironman',
];

/** In the order of lists. */
export function visibleTo(rights: Rights, accounts: readonly Known[]): Known[] {
  return accounts
    .filter((account) => rights.scope?.includes(account.id) !== false && readable(rights, account).length > 0)
    .toSorted((left, right) => (sortedAs(left) < sortedAs(right) ? -1 : 1));
}

function sortedAs({ name }: Known): string {
  return name.toLowerCase().replaceAll(/[_-]/g, ' ');
}

function readable({ creator, categories }: Rights, { name, hidden }: Known): string[] {
  return categories.filter((category) => category !== hidden || name === creator);
}

function head({ kind }: Rights, { id, name, hash, type }: Known): Fields {
  return {
    id,
    name,
    ...(kind === 'service' && { account_hash: hash }),
    type,
    type_label: typeLabels[type],
    owner: { name, chat_id: null, discord_id: null },
  };
}

/** An item of `/accounts`. */
export function expectedItem(rights: Rights, account: Known, now: number): Fields {
  const shown = readable(rights, account).includes('activity') ? presenceSection(account.state, now) : null;
  const { online = null, world = null, last_seen = null } = shown ?? {};
  return { ...head(rights, account), online, world, last_seen };
}

/** `/accounts/{id}`. */
export function expectedAccount(rights: Rights, account: Known, now: number): Fields {
  const sections = Object.entries(sectionsFor(rights, account, now)).map(([name, section]) => [
    name,
    section === null ? { shared: false, updated_at: null } : { shared: true, ...section },
  ]);
  return {
    ...head(rights, account),
    first_seen: account.firstSeen,
    categories: readable(rights, account),
    ...Object.fromEntries(sections),
  };
}

/** An entry of `/snapshot`. */
export function expectedEntry(rights: Rights, account: Known, now: number): Fields {
  const { presence, vitals, skills, ...others } = sectionsFor(rights, account, now);
  return {
    ...head(rights, account),
    categories: readable(rights, account),
    ...(presence !== undefined && {
      ...withoutTime(presence, ['online', 'world', 'special_world', 'game_state', 'last_seen']),
      ...withoutTime(vitals, ['hp', 'prayer', 'spellbook']),
    }),
    ...(skills !== undefined && {
      skills: skills && withoutTime(skills, ['total_level', 'overall_xp', 'skills']),
    }),
    ...others,
  };
}

function withoutTime(section: Section | undefined, fields: readonly string[]): Fields {
  return Object.fromEntries(fields.map((field) => [field, section?.[field] ?? null]));
}

/** Without `activity`, nothing tells when the player played. */
function sectionsFor(rights: Rights, account: Known, now: number): Record<string, Section> {
  const { state } = account;
  const read = readable(rights, account);
  const dated = (section: Section): Section =>
    section === null || read.includes('activity')
      ? section
      : { ...section, updated_at: `${String(section.updated_at).slice(0, 10)}T00:00:00.000Z` };
  return {
    ...(read.includes('activity') && {
      presence: presenceSection(state, now),
      vitals: vitalsSection(state),
    }),
    ...(read.includes('stats') && { skills: dated(skillsSection(state)) }),
    ...(read.includes('location_live') && { location: locationSection(state, now) }),
    ...(read.includes('equipment') && { equipment: dated(itemsSection(state, 'equipment')) }),
    ...(read.includes('inventory') && { inventory: dated(itemsSection(state, 'inventory')) }),
  };
}

/** @returns the last change of what the key sees, epoch ms; null without `activity` */
export function changedAt(rights: Rights, account: Known, sharedAt: number, now: number): number | null {
  const read = readable(rights, account);
  if (!read.includes('activity')) return null;
  const { offline, stale } = flipsOf(account.state);
  const parts = [...account.state].filter(([part]) => read.includes(categoryOf(part)));
  const flips = [offline, read.includes('location_live') ? stale : null];
  const passed = flips.filter((flip) => flip !== null && flip <= now) as number[];
  return Math.max(sharedAt, ...parts.map(([, { received }]) => received), ...passed);
}

function categoryOf(part: string): string {
  if (part.startsWith('stats/')) return 'stats';
  if (part === 'location') return 'location_live';
  return part === 'equipment' || part === 'inventory' ? part : 'activity';
}
