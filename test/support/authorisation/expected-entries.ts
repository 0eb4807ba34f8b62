import type { Category } from '../../../shared/domain/category.ts';
import { type GuildAccount, type KeyRights, readable } from './audiences.ts';

export type Entry = Readonly<Record<string, unknown>>;

/** By field of `/snapshot`, or section of `/accounts/{id}` (read-api.md 2.4, 2.5). */
const fields: Readonly<Record<string, Category>> = {
  online: 'activity',
  world: 'activity',
  special_world: 'activity',
  game_state: 'activity',
  last_seen: 'activity',
  hp: 'activity',
  prayer: 'activity',
  spellbook: 'activity',
  presence: 'activity',
  vitals: 'activity',
  skills: 'stats',
  location: 'location_live',
  equipment: 'equipment',
  inventory: 'inventory',
  bank: 'bank',
};
/** Sections whose exact times would show activity. */
const cutToDay = new Set(['skills', 'equipment', 'inventory', 'bank']);
const presence = ['online', 'world', 'last_seen'];

/** `whole` is the entry for a key that reads everything. */
export function entryFor(rights: KeyRights, account: GuildAccount, whole: Entry): Entry {
  const read = readable(rights, account);
  const shown = Object.entries(whole).flatMap(([key, value]): [string, unknown][] => {
    const category = fields[key];
    if (key === 'categories') return [[key, read]];
    if (category !== undefined && !read.includes(category)) return [];
    return [[key, cutToDay.has(key) && !read.includes('activity') ? withDay(value) : value]];
  });
  return withHash(rights, Object.fromEntries(shown));
}

/** In `/accounts`, fields that the key cannot read are null. */
export function listItemFor(rights: KeyRights, account: GuildAccount, whole: Entry): Entry {
  const hidden = !readable(rights, account).includes('activity');
  const shown = Object.entries(whole).map(([key, value]) => [
    key,
    hidden && presence.includes(key) ? null : value,
  ]);
  return withHash(rights, Object.fromEntries(shown));
}

function withDay(section: unknown): unknown {
  const { updated_at, storages } = section as { updated_at?: string; storages?: readonly unknown[] };
  if (updated_at === undefined) return section;
  const cut = { ...(section as object), updated_at: `${updated_at.slice(0, 10)}T00:00:00.000Z` };
  return storages === undefined ? cut : { ...cut, storages: storages.map(withDay) };
}

function withHash({ relation }: KeyRights, { id, name, account_hash: _known, ...rest }: Entry): Entry {
  return { id, name, ...(relation === 'service' && { account_hash: `hash of ${id}` }), ...rest };
}
