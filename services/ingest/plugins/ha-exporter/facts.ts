import type { DataOf, EventDefinition } from '../../../../shared/events/event.ts';
import type { gameEventRecorded } from '../../../../shared/events/game-event-recorded.ts';
import type { gearReported } from '../../../../shared/events/gear-reported.ts';
import type { positionReported } from '../../../../shared/events/position-reported.ts';
import type { presenceReported } from '../../../../shared/events/presence-reported.ts';
import type { sessionEnded } from '../../../../shared/events/session-ended.ts';
import type { Skill } from './report.ts';

/**
 * What a report says of an account, in the words of the log. All of it: which of it is news is decided later
 * (`unchanged-parts.ts`).
 */
export interface Facts {
  /** Corrected time of the report, epoch ms. */
  readonly at: number;
  readonly presence: Presence | null;
  readonly sessionEnds: readonly SessionEnd[];
  readonly parts: readonly StatePart[];
  readonly skills: readonly Skill[];
  readonly gear: Gear | null;
  readonly trail: readonly TrailPoint[];
  readonly gameEvents: readonly GameEvent[];
}

export type Presence = DataOf<typeof presenceReported>;
export type SessionEnd = DataOf<typeof sessionEnded>;
export type Gear = DataOf<typeof gearReported>;
export type TrailPoint = DataOf<typeof positionReported>['points'][number];
export type GameEvent = DataOf<typeof gameEventRecorded>;

/** A part of `hub.state` that is sent whole: the last record of its key is the truth. */
export interface StatePart {
  readonly part: string;
  readonly definition: EventDefinition;
  readonly data: { readonly at: number };
}

export function statePart<D extends EventDefinition>(
  definition: D,
  part: string,
  data: DataOf<D> & { readonly at: number },
): StatePart {
  return { part, definition, data };
}
