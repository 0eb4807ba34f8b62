import type { GameEventDetails } from '../../../../shared/events/types/game-event-recorded.ts';
import type { SentHoldings, Skill } from '../../facts/facts.ts';
import type { SentTime } from '../../reading/read-fields.ts';
import type { DinkSkippedKind } from './skipped-kinds.ts';

/** A message of Dink after cleaning, so that every value may be stored. Null means not sent. */
export interface DinkMessage {
  /** Dink's name of the event, for example `LOOT`. */
  readonly type: string;
  readonly player: DinkPlayer;
  /** The time of the message by the PC's clock. A retry has the same time. */
  readonly sentAt: SentTime | null;
  /** The content of the event as sent; part of the event's identity. */
  readonly extra: unknown;
  readonly events: readonly DinkEvent[];
  readonly skills: readonly Skill[];
  /** The counters of a login. */
  readonly holdings: SentHoldings;
  /** The number of values that were left out, by kind. */
  readonly skipped: ReadonlyMap<DinkSkippedKind, number>;
}

export interface DinkPlayer {
  readonly name: string | null;
  /** 56 lower-case hex digits. */
  readonly accountHash: string | null;
  readonly accountType: number | null;
  readonly world: number | null;
  /**
   * True for a message of another character. Otherwise null: Dink never reports that a world is
   * normal.
   */
  readonly specialWorld: true | null;
  /** Whether the world is a seasonal world; null when it was not sent. */
  readonly seasonalWorld: boolean | null;
}

/** A game event: the whole message, or one of its levels. */
export interface DinkEvent {
  /** The hub's name of the event. */
  readonly type: string;
  readonly details: Partial<GameEventDetails>;
  /** The event data as JSON text. */
  readonly data: string;
  /** Distinguishes the levels of one message. */
  readonly skill: string | null;
}
