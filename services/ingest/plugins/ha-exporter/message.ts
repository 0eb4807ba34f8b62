import type { Item } from '../../../../shared/domain/item.ts';
import type { Skill } from '../../facts/facts.ts';
import type { GamePlace, SentGauge } from '../../reading/read-fields.ts';
import type { HaSkipCounts } from './skipped.ts';

/** A message of HA Exporter after cleaning: everything in it may be stored. Null means that it was not sent. */
export interface HaMessage {
  /** When the player's PC says it was sent, epoch ms, as sent: the clock may be years off. */
  readonly sent: number | null;
  readonly gameState: string | null;
  /** Game ticks between periodic messages. */
  readonly tickDelay: number | null;
  readonly player: HaPlayer;
  readonly events: readonly HaEvent[];
  /** What was left out, by kind. */
  readonly skipped: HaSkipCounts;
}

export interface HaPlayer {
  readonly name: string | null;
  /** 56 lower-case hex digits. */
  readonly accountHash: string | null;
  readonly accountType: number | null;
  readonly world: number | null;
  /** On such a world the player is another character (decisions.md, Special worlds). Null without types of the world. */
  readonly specialWorld: boolean | null;
  readonly location: HaTile | null;
  readonly trail: readonly HaTrailTile[];
  readonly hitpoints: SentGauge | null;
  readonly prayer: SentGauge | null;
  readonly spellbook: string | null;
  readonly skills: readonly Skill[];
  readonly inventory: readonly Item[] | null;
  readonly equipment: readonly Item[] | null;
}

export interface HaTile extends GamePlace {
  readonly isOnBoat: boolean | null;
}

export interface HaTrailTile extends HaTile {
  /** By the PC's clock. */
  readonly timestamp: number;
}

/** A game event as the plugin sent it; plugins before 1.4 send neither id nor time. */
export interface HaEvent {
  /** The whole event as JSON text, as sent, without what is never stored. */
  readonly text: string;
  readonly type: string;
  /** What it tells: one element, or several where the plugin sends a list (`levelUp`). */
  readonly elements: readonly HaEventElement[];
  /** A uuid in lower case; null when none was sent, or something else. */
  readonly eventId: string | null;
  /** By the PC's clock. */
  readonly timestamp: number | null;
}

export interface HaEventElement {
  /** The place in the plugin's list, counting what was left out: part of the event's identity. */
  readonly index: number;
  readonly data: unknown;
}
