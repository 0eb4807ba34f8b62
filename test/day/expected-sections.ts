import type {
  ReportedItem,
  ReportedPoints,
  ReportedTile,
  SentSpellbook,
} from '../../services/demo/play/report.ts';
import { skills as fixedOrder } from '../../shared/domain/skill.ts';
import { asAnswered, itemsWorth } from './expected-gear.ts';
import type { LiveState, ReportedPart } from './live-state.ts';
import { iso } from './sent.ts';

/** Fields of a section of `/accounts/{id}`; null when nothing of it was ever sent. */
export type Section = Readonly<Record<string, unknown>> | null;

const staleAfterMs = 120_000;
const inGame = ['LOGGED_IN', 'LOADING', 'HOPPING', 'CONNECTION_LOST'];

interface Presence {
  readonly state: string;
  readonly ended: boolean;
  readonly world: number;
  readonly special: boolean;
  readonly tickDelay: number;
}

/** The moments at which the clock alone turns the account offline and its place stale, epoch ms. */
export function flipsOf(state: LiveState): {
  readonly offline: number | null;
  readonly stale: number | null;
} {
  const presence = state.get('presence');
  const location = state.get('location');
  const plays = presence !== undefined && isPlaying(presence.value as Presence);
  return {
    offline: plays ? presence.at + timeoutMs(presence.value as Presence) : null,
    stale: location === undefined ? null : location.at + staleAfterMs + 1,
  };
}

/** Three messages may be missing. */
function timeoutMs({ tickDelay }: Presence): number {
  return Math.max(60_000, 3.1 * tickDelay * 600);
}

function isPlaying({ state, ended }: Presence): boolean {
  return inGame.includes(state) && !ended;
}

export function presenceSection(state: LiveState, now: number): Section {
  const reported = state.get('presence');
  if (reported === undefined) return null;
  const presence = reported.value as Presence;
  const online = isPlaying(presence) && now - reported.at < timeoutMs(presence);
  return {
    online,
    world: presence.world,
    special_world: presence.special,
    game_state: online || !inGame.includes(presence.state) ? presence.state : null,
    last_seen: iso(reported.at),
    updated_at: iso(reported.at),
  };
}

export function vitalsSection(state: LiveState): Section {
  const [hp, prayer, spellbook] = [state.get('health'), state.get('prayerPoints'), state.get('spellbook')];
  const parts = [hp, prayer, spellbook].filter((part) => part !== undefined);
  if (parts.length === 0) return null;
  return {
    hp: pointsOf(hp),
    prayer: pointsOf(prayer),
    spellbook: spellbook === undefined ? null : (spellbook.value as SentSpellbook).name,
    updated_at: newest(parts),
  };
}

function pointsOf(reported: ReportedPart | undefined): ReportedPoints | null {
  return reported === undefined ? null : (reported.value as ReportedPoints);
}

export function skillsSection(state: LiveState): Section {
  const parts = fixedOrder.flatMap((skill) => {
    const part = state.get(`stats/${skill}`);
    return part === undefined ? [] : [{ skill, part, ...(part.value as { xp: number; level: number }) }];
  });
  if (parts.length === 0) return null;
  // The simulated client sends the level of the xp, above 99 too.
  const skills = parts.map(({ skill, level, xp }) => ({ skill, level, real_level: Math.min(99, level), xp }));
  const total = skills.reduce((sum, { real_level }) => sum + real_level, 0);
  const xp = skills.reduce((sum, skill) => sum + skill.xp, 0);
  return {
    total_level: total,
    overall_xp: xp,
    skills: [{ skill: 'Overall', level: total, real_level: total, xp }, ...skills],
    updated_at: newest(parts.map(({ part }) => part)),
  };
}

export function locationSection(state: LiveState, now: number): Section {
  const reported = state.get('location');
  if (reported === undefined) return null;
  const { x, y, plane, isOnBoat } = reported.value as ReportedTile;
  const stale = now - reported.at > staleAfterMs;
  return { x, y, plane, is_on_boat: isOnBoat, stale, updated_at: iso(reported.at) };
}

export function itemsSection(state: LiveState, part: 'equipment' | 'inventory'): Section {
  const reported = state.get(part);
  if (reported === undefined) return null;
  const { items } = reported.value as { readonly items: readonly ReportedItem[] };
  return { items: items.map(asAnswered), value: itemsWorth(items), updated_at: iso(reported.at) };
}

function newest(parts: readonly ReportedPart[]): string {
  return iso(Math.max(...parts.map(({ at }) => at)));
}
