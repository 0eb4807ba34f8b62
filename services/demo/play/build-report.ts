import { skills, virtualLevel } from '../../../shared/domain/skill.ts';
import type { GameWorld } from '../game/worlds.ts';
import { type Character, hitpointsMax, prayerMax } from './character.ts';
import { reportedItem } from './inventory.ts';
import type { PluginEvent, ReportedItem, ReportedTile, SentReport } from './report.ts';

/** The player's account, as every message of the plugin names it. */
export interface PlayerIdentity {
  readonly name: string;
  readonly accountHash: string;
  readonly accountType: number;
}

export type WalkedTile = ReportedTile & { readonly timestamp: number };

export interface ReportMoment {
  readonly world: GameWorld;
  readonly events: readonly PluginEvent[];
  readonly trail: readonly WalkedTile[];
  readonly state: SentReport['state'];
  /** Epoch ms of the player's PC. */
  readonly timestamp: number;
  /** Whether this is the first message of a session. */
  readonly isFirst: boolean;
}

const tickDelay = 100;

/** In the tick of a login, the client does not know location, skills and items yet. */
export function buildReport(
  identity: PlayerIdentity,
  character: Character,
  { world, events, trail, state, timestamp, isFirst }: ReportMoment,
): SentReport {
  const player = {
    name: identity.name,
    accountHash: identity.accountHash,
    accountType: String(identity.accountType),
    world: String(world.id),
    worldTypes: world.types,
    health: { current: character.hitpoints, max: hitpointsMax(character) },
    prayerPoints: { current: character.prayer, max: prayerMax(character) },
    ...(!isFirst && {
      location: reportedTile(character),
      locationTrail: trail,
      spellbook: character.spellbook,
      stats: { skills: reportedSkills(character) },
      inventory: { items: carried(character) },
      equipment: { items: worn(character) },
    }),
  };
  return { player, events, state, tickDelay, timestamp };
}

export function reportedTile({ tile, onBoat }: Character): ReportedTile {
  return { ...tile, isOnBoat: onBoat };
}

function reportedSkills(character: Character): Record<string, { xp: number; level: number }> {
  return Object.fromEntries(
    skills.map((skill) => [skill, { xp: character.xp[skill], level: virtualLevel(character.xp[skill]) }]),
  );
}

function carried(character: Character): ReportedItem[] {
  return character.inventory.flatMap((stack, inventorySlot) =>
    stack === null ? [] : [{ ...reportedItem(stack), inventorySlot }],
  );
}

function worn(character: Character): ReportedItem[] {
  return [...character.worn].map(([equipmentSlot, stack]) => ({ ...reportedItem(stack), equipmentSlot }));
}
