import type { GameEventDetails } from '../../../../shared/events/types/game-event-recorded.ts';
import type { Skill } from '../../facts/facts.ts';
import type { DinkSkippedKind } from './skipped.ts';

/** A message of Dink after cleaning: everything in it may be stored. Null means that it was not sent. */
export interface DinkMessage {
  /** Dink's own word for what happened, as `LOOT`. */
  readonly type: string;
  readonly player: DinkPlayer;
  /** When the message was made, by the PC's clock: the same in each of its retries. */
  readonly sentAt: SentTime | null;
  /** What happened, as sent; part of an event's identity. */
  readonly extra: unknown;
  readonly events: readonly DinkEvent[];
  readonly skills: readonly Skill[];
  /** What was left out, by kind. */
  readonly skipped: ReadonlyMap<DinkSkippedKind, number>;
}

export interface DinkPlayer {
  readonly name: string | null;
  /** 56 lower-case hex digits. */
  readonly accountHash: string | null;
  readonly accountType: number | null;
  readonly world: number | null;
  /** True where the message is of another character; null otherwise: Dink never says that a world is a normal one. */
  readonly specialWorld: true | null;
}

export interface SentTime {
  /** Epoch ms. */
  readonly at: number;
  /** To all of its digits. */
  readonly text: string;
}

/** A game event: the whole message, or one of the levels in it. */
export interface DinkEvent {
  /** The hub's type. */
  readonly type: string;
  readonly details: Partial<GameEventDetails>;
  /** JSON text: the message as it is passed through. */
  readonly data: string;
  /** Tells the levels of one message apart. */
  readonly skill: string | null;
}
