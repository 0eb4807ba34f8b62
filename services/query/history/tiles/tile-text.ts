import { minuteMs } from '../../../../shared/domain/durations.ts';
import { type TrailTile, tileTimeMs } from '../../../../shared/domain/walked-tiles.ts';

/** Writes points as in read-api.md 2.7, oldest first. */
export function createPointWriter() {
  let text = '';
  let before: TrailTile | null = null;
  let isBeforeTile = false;
  return {
    /**
     * @param minute since the epoch
     * @param areTiles false for the only known point of a minute without tiles
     */
    write: (minute: number, points: readonly TrailTile[], areTiles: boolean) => {
      const start = minute * minuteMs;
      const beginning = new Date(start).toISOString().slice(0, -'00.000Z'.length);
      for (const point of points) {
        const { x, y, plane, world, is_on_boat } = point;
        const via =
          before === null ? 'null' : `"${transitionBetween(before, point, isBeforeTile && areTiles)}"`;
        const comma = before === null ? '' : ',';
        text += `${comma}{"at":"${beginning}${secondsText(point.at - start)}","x":${x},"y":${y},"plane":${plane},"world":${world},"is_on_boat":${is_on_boat},"via":${via}}`;
        before = point;
        isBeforeTile = areTiles;
      }
    },
    /** The points since the last call. */
    take: () => {
      const taken = text;
      text = '';
      return taken;
    },
    /** Characters that wait to be taken. */
    length: () => text.length,
  };
}

/** Like `06.200Z`. @param ms after the start of the minute */
function secondsText(ms: number): string {
  return tileSeconds[ms / tileTimeMs] ?? textOfSeconds(ms);
}

const tileSeconds = Array.from({ length: minuteMs / tileTimeMs }, (_, units) =>
  textOfSeconds(units * tileTimeMs),
);

function textOfSeconds(ms: number): string {
  const [seconds, rest] = [Math.floor(ms / 1_000), ms % 1_000];
  return `${seconds < 10 ? '0' : ''}${seconds}.${String(rest).padStart(3, '0')}Z`;
}

/** See rules/additions.md#via. */
type TransitionPoint = Pick<TrailTile, 'at' | 'x' | 'y' | 'is_on_boat'>;

type Transition = 'gap' | 'move' | 'entrance' | 'teleport';

const gapMs = 5 * minuteMs;
const tickMs = 600;
const [walkedTiles, sailedTiles] = [2, 4];
/** A `move` between two tiles may take one tick less than it needs, because times are rounded. */
const spareTicks = 1;
/** A plugin sends every tile, so after a longer time between two tiles the player stood still. */
const ticksBetweenTilesMax = 5;
/** Any other `move` may be longer by this many tiles. */
const spareTiles = 6;
/** On the map, the underground lies this many tiles north of the land above it. */
const undergroundTiles = 6_400;

/** @param areTiles false when a point is the only known point of its minute */
function transitionBetween(before: TransitionPoint, point: TransitionPoint, areTiles: boolean): Transition {
  const elapsed = point.at - before.at;
  if (elapsed > gapMs) return 'gap';
  const tilesPerTick = before.is_on_boat === true || point.is_on_boat === true ? sailedTiles : walkedTiles;
  const ticks = elapsed / tickMs;
  const reach = areTiles
    ? Math.min(ticks + spareTicks, ticksBetweenTilesMax) * tilesPerTick
    : ticks * tilesPerTick + spareTiles;
  const [dx, dy] = [Math.abs(point.x - before.x), Math.abs(point.y - before.y)];
  if (Math.max(dx, dy) <= reach) return 'move';
  if (dx <= reach && Math.abs(dy - undergroundTiles) <= reach) return 'entrance';
  return 'teleport';
}
