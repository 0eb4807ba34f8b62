import { hourMs, minuteMs, minuteOf } from '../../../../shared/domain/durations.ts';
import { packedMinutesMax, packTiles } from '../../../../shared/domain/pack-tiles.ts';
import { mergeTiles, minuteTilesMax } from '../../../../shared/domain/walked-tiles.ts';
import { type NewEventOf, newEvent } from '../../../../shared/events/event.ts';
import { tilesWalked } from '../../../../shared/events/types/tiles-walked.ts';
import { type Facts, hasLeft, type ReportedPosition } from '../../facts/facts.ts';

export type TilesEvent = NewEventOf<typeof tilesWalked>;

/**
 * The walked tiles of an account that no record has yet. A record for the few tiles of each report
 * would cost more than the rest of the report, so tiles wait:
 *
 * - none -> waiting: a report has tiles.
 * - waiting -> waiting: a report of the same three minutes has more tiles.
 * - waiting -> appended: a report of a later minute, a logout, or no room for more tiles. The
 *   record comes with this report. After five minutes without such a report, and when the process
 *   ends, a task appends the record.
 * - appended -> failed: the append failed, and the tiles were acknowledged before.
 * - failed -> appended: the task appends the record again. The fold takes a repeated tile once.
 *
 * The task drops the tiles of an erased account, because an append would bring back its records.
 */
export interface WaitingTiles {
  readonly walk: Walk | null;
  readonly failed: readonly TilesEvent[];
}

interface Walk {
  readonly firstMinute: number;
  /** The plugin's name in the log. */
  readonly source: string;
  /** Monotonic ms. */
  readonly since: number;
  readonly tiles: readonly ReportedPosition[];
}

export interface TilesDecision {
  readonly tiles: WaitingTiles;
  readonly events: readonly TilesEvent[];
}

export interface ReportedTiles {
  readonly accountId: string;
  readonly source: string;
  readonly facts: Pick<Facts, 'at' | 'tiles' | 'presence' | 'sessionEnds'>;
  /** Monotonic ms. */
  readonly now: number;
}

export const noTiles: WaitingTiles = { walk: null, failed: [] };

/** A record itself takes as much space as 250 tiles, so fewer minutes would waste space. */
const recordMinutes = 3;
const accountTilesMax = recordMinutes * minuteTilesMax;
/** The plugin sends at least a message a minute. */
const waitsAtMostMs = 5 * minuteMs;
/** While appends fail, reports are refused, so few records wait. Older records are dropped. */
const failedMax = 20;

/**
 * Tiles from more than an hour before the report are left out. Pure.
 * @param room how many more tiles may wait
 */
export function decideTiles(waiting: WaitingTiles, report: ReportedTiles, room: number): TilesDecision {
  const { accountId, source, facts, now } = report;
  const tiles = facts.tiles.filter(({ at }) => at >= facts.at - hourMs);
  const [first] = tiles;
  const current = minuteOf(Math.max(facts.at, tiles.at(-1)?.at ?? 0));
  const begun = waiting.walk?.firstMinute ?? (first === undefined ? current : minuteOf(first.at));
  const isOver = current >= begun + recordMinutes;
  // The first report of a later minute also brings the last tiles of the waiting minutes.
  const earlier = isOver ? tiles.filter(({ at }) => minuteOf(at) < current) : tiles;
  const walk = withTiles(waiting.walk, { firstMinute: begun, source, since: now, tiles: earlier });
  const later = isOver ? tiles.slice(earlier.length) : [];
  const next = isOver ? withTiles(null, { firstMinute: current, source, since: now, tiles: later }) : walk;
  const isNextTaken = hasLeft(facts) || countTiles({ walk: next, failed: [] }) - countTiles(waiting) > room;
  const taken = [...(isOver ? [walk] : []), ...(isNextTaken ? [next] : [])];
  return {
    tiles: { ...waiting, walk: isNextTaken ? null : next },
    events: taken.flatMap((each) => eventsOf(accountId, each)),
  };
}

function withTiles(known: Walk | null, more: Walk): Walk | null {
  const { tiles } = known ?? { tiles: [] };
  const all = [...tiles, ...more.tiles.slice(0, Math.max(0, accountTilesMax - tiles.length))];
  return all.length === 0 ? null : { ...(known ?? more), tiles: all };
}

export function countTiles({ walk }: WaitingTiles): number {
  return walk?.tiles.length ?? 0;
}

/** Whether the task appends tiles now. @param now monotonic ms; infinite when the process ends */
export function hasDueTiles({ walk, failed }: WaitingTiles, now: number): boolean {
  return failed.length > 0 || (walk !== null && walk.since < now - waitsAtMostMs);
}

/** Takes the tiles that are due for the task. Pure. */
export function takeDueTiles(accountId: string, waiting: WaitingTiles, now: number): TilesDecision {
  const isDue = hasDueTiles({ ...waiting, failed: [] }, now);
  const walked = isDue ? eventsOf(accountId, waiting.walk) : [];
  return {
    tiles: { walk: isDue ? null : waiting.walk, failed: [] },
    events: [...waiting.failed, ...walked],
  };
}

/** To be called after a failed append. */
export function withFailedTiles(waiting: WaitingTiles, events: readonly TilesEvent[]): WaitingTiles {
  return { ...waiting, failed: [...waiting.failed, ...events].slice(-failedMax) };
}

/** One event for each UTC hour. */
function eventsOf(accountId: string, walk: Walk | null): TilesEvent[] {
  if (walk === null) return [];
  const walked = mergeTiles([], walk.tiles, walk.tiles.length);
  const records = Map.groupBy(walked, ({ at }) => Math.floor(minuteOf(at) / packedMinutesMax));
  return Array.from(records.values(), (ofRecord) => {
    const minute = Math.min(...ofRecord.slice(0, 1).map(({ at }) => minuteOf(at)));
    const tiles = packTiles(minute, ofRecord).toString('base64');
    return newEvent(tilesWalked, { subject: accountId, source: walk.source }, { minute, tiles });
  });
}
