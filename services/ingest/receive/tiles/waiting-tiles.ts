import { hourMs, minuteOf } from '../../../../shared/domain/durations.ts';
import { packedMinutesMax, packTiles } from '../../../../shared/domain/pack-tiles.ts';
import { mergeTiles, minuteTilesMax } from '../../../../shared/domain/walked-tiles.ts';
import { type NewEventOf, newEvent } from '../../../../shared/events/event.ts';
import { tilesWalked } from '../../../../shared/events/types/tiles-walked.ts';
import { type Facts, hasLeft, type ReportedPosition } from '../../facts/facts.ts';

export type TilesEvent = NewEventOf<typeof tilesWalked>;

export type TileFacts = Pick<Facts, 'at' | 'tiles' | 'presence' | 'sessionEnds'>;

/** A record for the few tiles of each report would cost more than the rest of the report. */
export interface WaitingTiles {
  /**
   * Tiles from more than an hour before the report are left out.
   * @param now monotonic ms
   * @returns events of tiles that waited long enough; of all tiles when the player left, or without
   * room
   */
  add(accountId: string, source: string, facts: TileFacts, now: number): TilesEvent[];
  /** Takes tiles that began to wait before this time, monotonic ms; by default all tiles. */
  takeOlder(before?: number): TilesEvent[];
  isEmpty(): boolean;
}

interface Waiting {
  readonly firstMinute: number;
  readonly source: string;
  /** Monotonic ms. */
  readonly since: number;
  readonly tiles: ReportedPosition[];
}

/** A record itself takes as much space as 250 tiles, so fewer minutes would waste space. */
const recordMinutes = 3;
const accountTilesMax = recordMinutes * minuteTilesMax;
/** Above this number, tiles are appended with their report. */
const tilesMaxDefault = 100_000;

export function createWaitingTiles(tilesMax: number = tilesMaxDefault): WaitingTiles {
  const waiting = new Map<string, Waiting>();
  let count = 0;

  function take(accountId: string): TilesEvent[] {
    const known = waiting.get(accountId);
    if (known === undefined) return [];
    waiting.delete(accountId);
    count -= known.tiles.length;
    return eventsOf(accountId, known.source, known.tiles);
  }

  function keep(accountId: string, more: Waiting): void {
    const known = waiting.get(accountId) ?? { ...more, tiles: [] };
    const added = more.tiles.slice(0, Math.max(0, accountTilesMax - known.tiles.length));
    if (known.tiles.length + added.length === 0) return;
    known.tiles.push(...added);
    waiting.set(accountId, known);
    count += added.length;
  }

  return {
    add: (accountId, source, facts, now) => {
      const tiles = facts.tiles.filter(({ at }) => at >= facts.at - hourMs);
      const [first] = tiles;
      const current = minuteOf(Math.max(facts.at, tiles.at(-1)?.at ?? 0));
      const known = waiting.get(accountId);
      const begun = known?.firstMinute ?? (first === undefined ? current : minuteOf(first.at));
      const isOver = current >= begun + recordMinutes;
      // The first report of a later minute also brings the last tiles of the waiting minutes.
      const waits = isOver ? tiles.filter(({ at }) => minuteOf(at) < current) : tiles;
      keep(accountId, { firstMinute: begun, source, since: now, tiles: waits });
      const events = isOver ? take(accountId) : [];
      const left = isOver ? tiles.slice(waits.length) : [];
      keep(accountId, { firstMinute: current, source, since: now, tiles: left });
      if (hasLeft(facts) || count > tilesMax) events.push(...take(accountId));
      return events;
    },
    takeOlder: (before = Number.POSITIVE_INFINITY) =>
      [...waiting].flatMap(([accountId, { since }]) => (since < before ? take(accountId) : [])),
    isEmpty: () => waiting.size === 0,
  };
}

/** One event for each UTC hour. @param all in any order */
function eventsOf(accountId: string, source: string, all: readonly ReportedPosition[]): TilesEvent[] {
  const walked = mergeTiles([], all, all.length);
  const records = Map.groupBy(walked, ({ at }) => Math.floor(minuteOf(at) / packedMinutesMax));
  return Array.from(records.values(), (ofRecord) => {
    const minute = Math.min(...ofRecord.slice(0, 1).map(({ at }) => minuteOf(at)));
    const tiles = packTiles(minute, ofRecord).toString('base64');
    return newEvent(tilesWalked, { subject: accountId, source }, { minute, tiles });
  });
}
