import type { EquipmentSlot } from '../game/items.ts';

/**
 * The body that the HA Exporter plugin posts (plugin-protocols.md 1). Times are epoch ms of the
 * player's PC.
 */
export interface SentReport {
  readonly player: ReportedPlayer;
  readonly events: readonly PluginEvent[];
  readonly state: 'LOGGED_IN' | 'LOGIN_SCREEN';
  /** Game ticks between two periodic messages. */
  readonly tickDelay: number;
  readonly timestamp: number;
}

export interface ReportedPlayer {
  readonly name: string;
  readonly accountHash: string;
  readonly accountType: string;
  readonly world: string;
  readonly worldTypes: readonly string[];
  readonly location?: ReportedTile;
  readonly locationTrail?: readonly (ReportedTile & { readonly timestamp: number })[];
  readonly health: ReportedPoints;
  readonly prayerPoints: ReportedPoints;
  readonly spellbook?: SentSpellbook;
  readonly stats?: {
    readonly skills: Readonly<Record<string, { readonly xp: number; readonly level: number }>>;
  };
  readonly inventory?: { readonly items: readonly ReportedItem[] };
  readonly equipment?: { readonly items: readonly ReportedItem[] };
}

export interface ReportedTile {
  readonly x: number;
  readonly y: number;
  readonly plane: number;
  readonly isOnBoat: boolean;
}

export interface ReportedPoints {
  readonly current: number;
  readonly max: number;
}

export interface SentSpellbook {
  readonly id: number;
  readonly name: string;
}

export interface ReportedItem {
  readonly name: string;
  readonly id: number;
  readonly gePrice: number;
  readonly haPrice: number;
  readonly quantity: number;
  readonly rarity?: number;
  readonly equipmentSlot?: EquipmentSlot;
  readonly inventorySlot?: number;
}

export interface PluginEvent {
  readonly type: PluginEventType;
  readonly data: unknown;
  readonly eventId: string;
  readonly timestamp: number;
}

export type PluginEventType =
  | 'loot'
  | 'pkLoot'
  | 'death'
  | 'levelUp'
  | 'collectionLog'
  | 'superiorSpawn'
  | 'achievementDiary'
  | 'combatTask'
  | 'clientShutdown';
