import { presenceAt } from '../../../projections/account-state/queries/presence.ts';
import { minuteMs } from '../../../shared/domain/durations.ts';
import type { DataOf } from '../../../shared/events/event.ts';
import {
  type PartData,
  type PartName,
  partNames,
  type SkillData,
} from '../../../shared/events/state-parts.ts';
import type { GameEvent } from '../../../shared/events/types/game-event-recorded.ts';
import type { gearReported } from '../../../shared/events/types/gear-reported.ts';
import type { positionReported } from '../../../shared/events/types/position-reported.ts';
import type { sessionEnded } from '../../../shared/events/types/session-ended.ts';
import type { ReportTimes } from './report-times.ts';

/** What a report says of an account, in the words of the log. Which of it is news is decided by `unchanged-parts.ts`. */
export interface Facts {
  /** Corrected time of the report, epoch ms. */
  readonly at: number;
  readonly presence: Presence | null;
  readonly sessionEnds: readonly SessionEnd[];
  /** The value of each part that was sent, except presence. */
  readonly parts: SentParts;
  readonly skills: readonly Skill[];
  readonly gear: Gear | null;
  /** Oldest first, at most one position of each minute. */
  readonly trail: readonly ReportedPosition[];
  readonly gameEvents: readonly GameEvent[];
}

export type Presence = PartData<'presence'>;
export type SessionEnd = DataOf<typeof sessionEnded>;
export type Skill = Omit<SkillData, 'at'>;
export type Gear = DataOf<typeof gearReported>;
export type ReportedPosition = DataOf<typeof positionReported>['points'][number];

type PlainPart = Exclude<PartName, 'presence'>;

const plainParts = partNames.filter((name) => name !== 'presence');

/** Null, or left out: not sent. */
export type SentParts = { readonly [Name in PlainPart]?: Readonly<Omit<PartData<Name>, 'at'>> | null };

/** The parts that were sent, in the order in which events state them. */
export function partsSent(parts: SentParts): [PlainPart, object][] {
  const sent: [PlainPart, object][] = [];
  for (const name of plainParts) {
    const value = parts[name];
    if (value !== null && value !== undefined) sent.push([name, value]);
  }
  return sent;
}

/** Positions for the trail, oldest first: of each minute the first (decisions.md, Trail). */
export function firstOfEachMinute(points: readonly ReportedPosition[]): ReportedPosition[] {
  const sorted = points.toSorted((left, right) => left.at - right.at);
  let latest = Number.NEGATIVE_INFINITY;
  return sorted.filter((point) => {
    const minute = minuteOf(point);
    const isFirst = minute > latest;
    latest = minute;
    return isFirst;
  });
}

export function minuteOf({ at }: ReportedPosition): number {
  return Math.floor(at / minuteMs);
}

/** A report that says nothing, to build on. */
export function noFacts(at: number): Facts {
  return {
    at,
    presence: null,
    sessionEnds: [],
    parts: {},
    skills: [],
    gear: null,
    trail: [],
    gameEvents: [],
  };
}

/**
 * The facts of a report that are taken. On a special world the player is another character, and a late report tells of
 * a present that has passed: of the first only presence, session ends and game events are taken, of the second no
 * presence either, but the trail (decisions.md, Special worlds, Presence and time).
 */
export function takenFacts(facts: Facts, specialWorld: boolean, { late }: ReportTimes): Facts {
  if (!specialWorld && !late) return facts;
  return {
    ...facts,
    presence: late ? null : facts.presence,
    parts: {},
    skills: [],
    gear: null,
    trail: specialWorld ? [] : facts.trail,
  };
}

/** How long a session is taken to last after a report without presence, which does not say when it times out. */
export const unstatedTimeoutMs = 5 * minuteMs;

/** What a device last reported of an account. */
export interface LastReported {
  /** Epoch ms. */
  readonly at: number;
  /** The last known one; null while no report had a state of the game. */
  readonly presence: Presence | null;
}

/**
 * What a shutdown that names nobody says of an account that its device reported: its session ended, and if it was in the
 * game, it no longer is. The rest of its last presence stays. Of an account that the device last saw hours ago it says
 * nothing: that may be played on another device meanwhile.
 */
export function shutdownFacts(facts: Facts, reported: LastReported, { late }: ReportTimes): Facts {
  const { at, presence, sessionEnds } = facts;
  const nothing = noFacts(at);
  const last = reported.presence;
  if (last === null) return at - reported.at < unstatedTimeoutMs ? { ...nothing, sessionEnds } : nothing;
  if (!presenceAt(last, at).online) return nothing;
  const ended = { at, game_state: presence?.game_state ?? null, in_game: false };
  return { ...nothing, presence: late ? null : { ...last, ...ended }, sessionEnds };
}
