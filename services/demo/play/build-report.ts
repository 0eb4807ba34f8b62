import { skills, virtualLevel } from '../../../shared/domain/skill.ts';
import type { GameWorld } from '../game/worlds.ts';
import { type Character, hitpointsMax, prayerMax } from './character.ts';
import { reportedItem } from './inventory.ts';
import type { PluginEvent, ReportedItem, ReportedPlayer, ReportedTile, SentReport } from './report.ts';

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
}

const tickDelay = 100;

/**
 * The message in the tick of a login, when the client does not know location, skills and items yet.
 */
export function buildFirstReport(
  identity: PlayerIdentity,
  character: Character,
  moment: ReportMoment,
): SentReport {
  return envelope(vitals(identity, character, moment.world), moment);
}

export function buildReport(
  identity: PlayerIdentity,
  character: Character,
  moment: ReportMoment,
): SentReport {
  return envelope(
    {
      ...vitals(identity, character, moment.world),
      location: reportedTile(character),
      locationTrail: moment.trail,
      spellbook: character.spellbook,
      stats: { skills: reportedSkills(character) },
      inventory: { items: carried(character) },
      equipment: { items: worn(character) },
    },
    moment,
  );
}

export function reportedTile(character: Character): ReportedTile {
  const { x, y, plane } = character.tile;
  return { x, y, plane, isOnBoat: character.onBoat };
}

function envelope(player: ReportedPlayer, { events, state, timestamp }: ReportMoment): SentReport {
  return { player, events, state, tickDelay, timestamp };
}

function vitals(identity: PlayerIdentity, character: Character, world: GameWorld): ReportedPlayer {
  return {
    name: identity.name,
    accountHash: identity.accountHash,
    accountType: String(identity.accountType),
    world: String(world.id),
    worldTypes: world.types,
    health: { current: character.hitpoints, max: hitpointsMax(character) },
    prayerPoints: { current: character.prayer, max: prayerMax(character) },
  };
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
