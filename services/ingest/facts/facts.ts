import { minuteOf } from '../../../shared/domain/durations.ts';
import type { DataOf } from '../../../shared/events/event.ts';
import { type HoldingData, type HoldingName, holdingNames } from '../../../shared/events/holdings.ts';
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
import type { ReportTimes } from './correct-times.ts';

/** Everything that a report says about one account. */
export interface Facts {
  /** Corrected, epoch ms. */
  readonly at: number;
  readonly presence: Presence | null;
  readonly sessionEnds: readonly SessionEnd[];
  readonly parts: SentParts;
  readonly holdings: SentHoldings;
  readonly skills: readonly Skill[];
  /** Xp below the known xp, for the xp series only. */
  readonly lowerXp: readonly Skill[];
  readonly gear: Gear | null;
  /** Oldest first, at most one of each minute. */
  readonly trail: readonly ReportedPosition[];
  /** Every walked tile, oldest first. */
  readonly tiles: readonly ReportedPosition[];
  readonly gameEvents: readonly GameEvent[];
  /** The plugin sends canonical item ids, which differ from the ids of worn and noted items. */
  readonly hasCanonicalItems?: true;
}

export type Presence = PartData<'presence'>;
export type SessionEnd = DataOf<typeof sessionEnded>;
export type Skill = Omit<SkillData, 'at'>;
export type Gear = DataOf<typeof gearReported>;
export type ReportedPosition = DataOf<typeof positionReported>['points'][number];

type PlainPart = Exclude<PartName, 'presence'>;

const plainParts = partNames.filter((name) => name !== 'presence');

/** A part that is null or missing was not sent. */
export type SentParts = { readonly [Name in PlainPart]?: Readonly<Omit<PartData<Name>, 'at'>> | null };

export function partEntries(parts: SentParts): [PlainPart, object][] {
  const entries: [PlainPart, object][] = [];
  for (const name of plainParts) {
    const value = parts[name];
    if (value !== null && value !== undefined) entries.push([name, value]);
  }
  return entries;
}

export type SentHoldings = { readonly [Name in HoldingName]?: SentHolding<Name> | null };
/** The account of a shared storage is the account of the report. */
export type SentHolding<Name extends HoldingName> = Readonly<Omit<HoldingData<Name>, 'at' | 'account_id'>>;

export function holdingEntries(sent: SentHoldings): [HoldingName, object][] {
  return holdingNames.flatMap((name): [HoldingName, object][] => {
    const value = sent[name];
    return value === null || value === undefined ? [] : [[name, value]];
  });
}

/** Oldest first (rules/histories.md#trail). */
export function firstOfEachMinute(points: readonly ReportedPosition[]): ReportedPosition[] {
  const sorted = points.toSorted((left, right) => left.at - right.at);
  let latest = Number.NEGATIVE_INFINITY;
  return sorted.filter((point) => {
    const minute = minuteOf(point.at);
    const isFirst = minute > latest;
    latest = minute;
    return isFirst;
  });
}

export function emptyFacts(at: number): Facts {
  return {
    at,
    presence: null,
    sessionEnds: [],
    parts: {},
    holdings: {},
    skills: [],
    lowerXp: [],
    gear: null,
    trail: [],
    tiles: [],
    gameEvents: [],
  };
}

export function hasLeft({ presence, sessionEnds }: Pick<Facts, 'presence' | 'sessionEnds'>): boolean {
  return sessionEnds.length > 0 || presence?.in_game === false;
}

/**
 * The facts that are true of the account (rules/names.md#special-worlds,
 * rules/presence.md#updated_at). On a special world the player is another character. A late report
 * describes a past state.
 */
export function usableFacts(facts: Facts, isSpecialWorld: boolean, { isLate }: ReportTimes): Facts {
  if (!isSpecialWorld && !isLate) return facts;
  return {
    ...facts,
    presence: isLate ? null : facts.presence,
    parts: {},
    holdings: {},
    skills: [],
    gear: null,
    trail: isSpecialWorld ? [] : facts.trail,
    tiles: isSpecialWorld ? [] : facts.tiles,
  };
}
