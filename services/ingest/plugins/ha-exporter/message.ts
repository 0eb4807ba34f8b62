import type { Item } from '../../../../shared/domain/item.ts';
import type { Skill } from '../../facts/facts.ts';
import type { BoatPlace, SentGauge } from '../../reading/read-fields.ts';
import type { SkippedKind } from '../../reading/skip-counter.ts';

/** A message after cleaning, so that every value may be stored. Null means not sent. */
export interface HaMessage {
  /** By the PC's clock, epoch ms. The clock may be wrong by years. */
  readonly sent: number | null;
  readonly gameState: string | null;
  /** Game ticks between periodic messages. */
  readonly tickDelay: number | null;
  readonly player: HaPlayer;
  readonly events: readonly HaEvent[];
  /** Values that were left out, by kind. */
  readonly skipped: ReadonlyMap<SkippedKind, number>;
}

export interface HaPlayer {
  readonly name: string | null;
  /** 56 lower-case hex digits. */
  readonly accountHash: string | null;
  readonly accountType: number | null;
  readonly world: number | null;
  /** Null without types of the world (rules/names.md#special-worlds). */
  readonly specialWorld: boolean | null;
  readonly location: BoatPlace | null;
  readonly trail: readonly HaTrailTile[];
  readonly hitpoints: SentGauge | null;
  readonly prayer: SentGauge | null;
  readonly spellbook: string | null;
  readonly skills: readonly Skill[];
  readonly inventory: Item[] | null;
  readonly equipment: Item[] | null;
}

export interface HaTrailTile extends BoatPlace {
  /** By the PC's clock. */
  readonly timestamp: number;
}

export interface HaEvent {
  /** JSON text of the whole event, without values that are never stored. */
  readonly text: string;
  readonly type: string;
  /** Several when the plugin sends a list (`levelUp`). */
  readonly elements: readonly HaEventElement[];
  /** A uuid in lower case; null for a missing or wrong id. */
  readonly eventId: string | null;
  /** By the PC's clock. */
  readonly timestamp: number | null;
}

export interface HaEventElement {
  /** In the plugin's list, with unusable elements counted: part of the event's identity. */
  readonly index: number;
  readonly data: unknown;
}
