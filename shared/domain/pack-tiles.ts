import { minuteMs } from './durations.ts';
import { type TrailTile, tileTimeMs } from './walked-tiles.ts';

// Each tile is stored as the change from the tile before, and the first tile as the change from
// `origin`.
//
// step, one byte: |dx| and |dy| of at most 2, after 200 to 1,000 ms.
//
// wide step, two bytes: dx and dy from -8 to 7, after 200 to 1,000 ms. For any other time, the time
// follows as a varint.
//
// any other change: a byte with bits of `changes`, dx, dy and time as varints, then the other
// changes.

const reach = 2;
const side = 2 * reach + 1;
const [shortest, longest] = [2, 10];
const firstEscape = side * side * (longest - shortest + 1);
/** Bits in the first byte of any other change. */
const changes = { plane: 1, boat: 2, world: 4 } as const;
const lastEscape = firstEscape + changes.plane + changes.boat + changes.world;
const wideReach = 8;
const firstWide = lastEscape + 1;
const lastWide = firstWide + longest - shortest;
const slowWide = lastWide + 1;
const boats = [null, false, true] as const;
const planeMax = 3;
/** Minutes whose tiles a record may have. */
export const packedMinutesMax = 60;

interface Place {
  /** In units of `tileTimeMs` since the first minute began. */
  time: number;
  x: number;
  y: number;
  plane: number;
  boat: number;
  /** 0 for an unknown world. */
  world: number;
}

const origin: Readonly<Place> = { time: 0, x: 0, y: 0, plane: 0, boat: 0, world: 0 };

/**
 * Cuts times to `tileTimeMs`.
 * @param minute since the epoch; no tile is before it
 * @param tiles of at most `packedMinutesMax` minutes, in the order of time
 */
export function packTiles(minute: number, tiles: readonly TrailTile[]): Buffer {
  const bytes: number[] = [];
  let before: Readonly<Place> = origin;
  for (const tile of tiles) {
    const place = placeOf(minute, tile);
    writeChange(bytes, before, place);
    before = place;
  }
  return Buffer.from(bytes);
}

function placeOf(minute: number, { at, x, y, plane, world, is_on_boat }: TrailTile): Place {
  const time = Math.floor((at - minute * minuteMs) / tileTimeMs);
  return { time, x, y, plane, boat: boats.indexOf(is_on_boat), world: world ?? 0 };
}

function writeChange(bytes: number[], before: Readonly<Place>, place: Readonly<Place>): void {
  const [dx, dy, time] = [place.x - before.x, place.y - before.y, place.time - before.time];
  const changed =
    (place.plane === before.plane ? 0 : changes.plane) +
    (place.boat === before.boat ? 0 : changes.boat) +
    (place.world === before.world ? 0 : changes.world);
  if (changed === 0 && isWithin(dx, dy, -wideReach, wideReach - 1)) {
    writeStep(bytes, dx, dy, time);
    return;
  }
  bytes.push(firstEscape + changed);
  for (const value of [zigzag(dx), zigzag(dy), time]) writeVarint(bytes, value);
  if (changed & changes.plane) bytes.push(place.plane);
  if (changed & changes.boat) bytes.push(place.boat);
  if (changed & changes.world) writeVarint(bytes, place.world);
}

function writeStep(bytes: number[], dx: number, dy: number, time: number): void {
  const isInTime = time >= shortest && time <= longest;
  if (isInTime && isWithin(dx, dy, -reach, reach)) {
    bytes.push(((time - shortest) * side + dx + reach) * side + dy + reach);
    return;
  }
  bytes.push(isInTime ? firstWide + time - shortest : slowWide);
  bytes.push((dx + wideReach) * 2 * wideReach + dy + wideReach);
  if (!isInTime) writeVarint(bytes, time);
}

function isWithin(dx: number, dy: number, least: number, most: number): boolean {
  return dx >= least && dx <= most && dy >= least && dy <= most;
}

/**
 * @param minute as for `packTiles`
 * @throws RangeError for bytes that `packTiles` does not write
 */
export function unpackTiles(minute: number, packed: Uint8Array): TrailTile[] {
  const tiles: TrailTile[] = [];
  const reader = { packed, next: 0 };
  const place: Place = { ...origin };
  while (reader.next < packed.length) {
    readChange(reader, place);
    const { time, x, y, plane, boat, world } = place;
    if (time * tileTimeMs >= packedMinutesMax * minuteMs || x < 0 || y < 0 || plane > planeMax)
      throw damaged();
    const onBoat = boats[boat];
    if (onBoat === undefined) throw damaged();
    const at = minute * minuteMs + time * tileTimeMs;
    tiles.push({ at, x, y, plane, world: world === 0 ? null : world, is_on_boat: onBoat });
  }
  return tiles;
}

interface Reader {
  readonly packed: Uint8Array;
  next: number;
}

function readChange(reader: Reader, place: Place): void {
  const first = readByte(reader);
  if (first > slowWide) throw damaged();
  if (first < firstEscape) {
    place.y += (first % side) - reach;
    place.x += (Math.floor(first / side) % side) - reach;
    place.time += Math.floor(first / (side * side)) + shortest;
    return;
  }
  if (first > lastEscape) {
    const way = readByte(reader);
    place.x += Math.floor(way / (2 * wideReach)) - wideReach;
    place.y += (way % (2 * wideReach)) - wideReach;
    place.time += first === slowWide ? readVarint(reader) : first - firstWide + shortest;
    return;
  }
  place.x += unzigzag(readVarint(reader));
  place.y += unzigzag(readVarint(reader));
  place.time += readVarint(reader);
  const changed = first - firstEscape;
  if (changed & changes.plane) place.plane = readByte(reader);
  if (changed & changes.boat) place.boat = readByte(reader);
  if (changed & changes.world) place.world = readVarint(reader);
}

function readByte(reader: Reader): number {
  const byte = reader.packed[reader.next];
  if (byte === undefined) throw damaged();
  reader.next += 1;
  return byte;
}

/** Enough for any coordinate, time or world. */
const varintBytesMax = 3;

function readVarint(reader: Reader): number {
  let value = 0;
  for (let index = 0; index < varintBytesMax; index += 1) {
    const byte = readByte(reader);
    value += (byte & 0x7f) * 128 ** index;
    if (byte < 0x80) return value;
  }
  throw damaged();
}

function writeVarint(bytes: number[], value: number): void {
  let rest = value;
  for (; rest >= 0x80; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 0x80);
  bytes.push(rest);
}

function zigzag(value: number): number {
  return value < 0 ? -2 * value - 1 : 2 * value;
}

function unzigzag(value: number): number {
  return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
}

function damaged(): RangeError {
  return new RangeError('the packed tiles are damaged');
}
