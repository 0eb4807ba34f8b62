import { type PlaceName, placeTile } from '../game/places.ts';
import { roadBetween } from '../game/roads.ts';
import { distance, type MapTile, stepTowards } from '../game/tile.ts';
import type { Random } from '../random.ts';
import type { Activity, Character } from './character.ts';

/** Players teleport instead of walking further than this many tiles. */
const walkMax = 420;
/** Players walk to places within this many tiles, with or without a road. */
const nearby = 40;
const teleportTicks = 4;
/** Running costs energy and walking restores it, so that a long way is a mix of both. */
const energy = { max: 100, runs: 0.7, walks: 0.5, enoughToRun: 30 };

/**
 * Travels to a place: along the roads if they lead there, otherwise by a teleport and a short walk.
 */
export function createJourney(character: Character, to: PlaceName, random: Random): Activity {
  const target = placeTile(to);
  const road = wayOnFoot(character, to);
  const corners = road === null ? [] : [...road];
  let teleportIn = road === null ? teleportTicks : 0;
  let left = energy.max;
  let running = true;
  character.place = null;
  character.onBoat = false;

  function arriveByTeleport(): void {
    character.tile = {
      x: target.x + random.integer(-14, 14),
      y: target.y + random.integer(-14, 14),
      plane: target.plane,
    };
    corners.push(target);
  }

  function walk(corner: MapTile): void {
    if (left <= 0) running = false;
    if (left >= energy.enoughToRun) running = true;
    left = Math.min(energy.max, left + (running ? -energy.runs : energy.walks));
    character.tile = stepTowards(character.tile, corner, running ? 2 : 1);
  }

  return {
    tick: () => {
      if (teleportIn > 0) {
        teleportIn -= 1;
        if (teleportIn === 0) arriveByTeleport();
        return true;
      }
      const corner = corners[0];
      if (corner !== undefined) {
        walk(corner);
        if (distance(character.tile, corner) === 0) corners.shift();
      }
      if (corners.length > 0) return true;
      character.place = to;
      return false;
    },
  };
}

function wayOnFoot(character: Character, to: PlaceName): readonly MapTile[] | null {
  const target = placeTile(to);
  if (distance(character.tile, target) <= nearby) return [target];
  return character.place === null ? null : roadBetween(character.place, to, walkMax);
}
