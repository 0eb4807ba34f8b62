import type { GameEventDetails } from '../../../../shared/events/types/game-event-recorded.ts';
import type { SentHoldings, Skill } from '../../facts/facts.ts';
import type { SentTime } from '../../reading/read-fields.ts';
import type { SkippedKind } from '../../reading/skip-counter.ts';

/** A message after cleaning, so that every value may be stored. Null means not sent. */
export interface DinkMessage {
  /** Dink's name, for example `LOOT`. */
  readonly type: string;
  readonly player: DinkPlayer;
  /** By the PC's clock. A retry has the same time. */
  readonly sentAt: SentTime | null;
  /** The value as it was sent; part of the event's identity. */
  readonly extra: unknown;
  readonly events: readonly DinkEvent[];
  readonly skills: readonly Skill[];
  /** Only in a login. */
  readonly holdings: SentHoldings;
  /** Values that were left out, by kind. */
  readonly skipped: ReadonlyMap<SkippedKind, number>;
}

export interface DinkPlayer {
  readonly name: string | null;
  /** 56 lower-case hex digits. */
  readonly accountHash: string | null;
  readonly accountType: number | null;
  readonly world: number | null;
  /** True for another character. Otherwise null: Dink never reports that a world is normal. */
  readonly specialWorld: true | null;
  readonly seasonalWorld: boolean | null;
}

/** The whole message, or one of its levels. */
export interface DinkEvent {
  /** The hub's name. */
  readonly type: string;
  readonly details: Partial<GameEventDetails>;
  /** JSON text. */
  readonly data: string;
  /** Distinguishes the levels of one message. */
  readonly skill: string | null;
}
