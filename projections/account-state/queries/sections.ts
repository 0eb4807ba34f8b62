import { dayMs } from '../../../shared/domain/durations.ts';
import { itemsValue } from '../../../shared/domain/item.ts';
import { overall, realLevel } from '../../../shared/domain/skill.ts';
import type { PartData, SkillData } from '../../../shared/events/state-parts.ts';
import type { AccountState } from './account-state.ts';
import { type CurrentTimes, presenceAt, staleFrom } from './presence.ts';

// Sections of an account (read-api.md 2.4). A section that the plugin never sent is null.

/**
 * `day` hides when the player played, from readers who are not allowed to read activity
 * (rules/visibility.md#cut-updated_at).
 */
export type UpdatedAt = 'exact' | 'day';

export function presenceSection({ presence }: AccountState, judged: CurrentTimes) {
  if (presence === null) return null;
  const { last_seen, ...fields } = presenceAt(presence, judged.forOnline);
  const seen = timestamp(last_seen);
  return { ...fields, last_seen: seen, updated_at: seen };
}

export function vitalsSection({ hitpoints, prayer, spellbook }: AccountState) {
  const reports = [hitpoints, prayer, spellbook].filter((part) => part !== null);
  if (reports.length === 0) return null;
  return {
    hp: hitpoints && { current: hitpoints.current, max: hitpoints.max },
    prayer: prayer && { current: prayer.current, max: prayer.max },
    spellbook: spellbook?.spellbook ?? null,
    updated_at: timestamp(newest(reports)),
  };
}

export function skillsSection({ skills }: Pick<AccountState, 'skills'>, updatedAt: UpdatedAt) {
  if (skills.length === 0) return null;
  const rows = skills.map(skillRow);
  const totalLevel = rows.reduce((sum, row) => sum + row.real_level, 0);
  const overallXp = rows.reduce((sum, row) => sum + row.xp, 0);
  return {
    total_level: totalLevel,
    overall_xp: overallXp,
    skills: [{ skill: overall, level: totalLevel, real_level: totalLevel, xp: overallXp }, ...rows],
    updated_at: timestamp(newest(skills), updatedAt),
  };
}

function skillRow({ skill, level, xp }: SkillData) {
  return { skill, level, real_level: realLevel(xp), xp };
}

export function locationSection({ location }: AccountState, judged: CurrentTimes) {
  if (location === null) return null;
  const { x, y, plane, is_on_boat, at } = location;
  return {
    x,
    y,
    plane,
    is_on_boat,
    stale: judged.forStale >= staleFrom(location),
    updated_at: timestamp(at),
  };
}

export function itemsSection(part: PartData<'equipment' | 'inventory'> | null, updatedAt: UpdatedAt) {
  if (part === null) return null;
  return { items: part.items, value: itemsValue(part.items), updated_at: timestamp(part.at, updatedAt) };
}

function newest(reports: readonly { readonly at: number }[]): number {
  return reports.reduce((latest, { at }) => Math.max(latest, at), 0);
}

function timestamp(at: number, precision: UpdatedAt = 'exact'): string {
  return new Date(precision === 'day' ? Math.floor(at / dayMs) * dayMs : at).toISOString();
}
