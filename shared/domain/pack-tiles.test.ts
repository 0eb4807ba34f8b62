import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { minuteMs } from './durations.ts';
import { packTiles, unpackTiles } from './pack-tiles.ts';
import { mergeTiles, type TrailTile, tileTimeMs } from './walked-tiles.ts';

const minute = 29_823_502;
const start = minute * minuteMs;

const tile = fc.record<TrailTile>({
  at: fc.integer({ min: 0, max: minuteMs / tileTimeMs - 1 }).map((units) => start + units * tileTimeMs),
  x: fc.integer({ min: 0, max: 16_383 }),
  y: fc.integer({ min: 0, max: 16_383 }),
  plane: fc.integer({ min: 0, max: 3 }),
  world: fc.option(fc.integer({ min: 1, max: 65_535 })),
  is_on_boat: fc.option(fc.boolean()),
});
const tiles = fc.array(tile, { maxLength: 200 }).map((all) => all.sort((left, right) => left.at - right.at));

/** Ticks come up to 100 ms early or late. */
function run(count: number): TrailTile[] {
  return Array.from({ length: count }, (_, tick) => ({
    at: start + tick * 590 + ((tick * 37) % 200),
    x: 3_200 + 2 * (tick % 25),
    y: 3_400 - tick,
    plane: 0,
    world: 486,
    is_on_boat: false,
  }));
}

describe('packed tiles', () => {
  it('are the same after unpacking', () => {
    fc.assert(
      fc.property(tiles, (all) => {
        expect(unpackTiles(minute, packTiles(minute, all))).toEqual(all);
      }),
    );
  });

  it('have times to a tenth of a second', () => {
    const [first] = unpackTiles(
      minute,
      packTiles(minute, [{ ...run(1)[0], at: start + 1_299 } as TrailTile]),
    );
    expect(first?.at).toBe(start + 1_200);
  });

  it('take two bytes for a tile of a voyage, and are the same after unpacking when tiles are near each other', () => {
    const sailed = run(100).map((each, tick) => ({
      ...each,
      x: 3_000 + 4 * (tick % 50),
      y: 3_000 + 3 * (tick % 40),
    }));
    expect(packTiles(minute, sailed).length).toBeLessThanOrEqual(2.2 * sailed.length);
    const steps = fc.array(
      fc.record({
        dx: fc.integer({ min: -9, max: 9 }),
        dy: fc.integer({ min: -9, max: 9 }),
        time: fc.nat(12),
      }),
      { maxLength: 50 },
    );
    fc.assert(
      fc.property(steps, (all) => {
        const walked = [run(1)[0] as TrailTile];
        for (const { dx, dy, time } of all) {
          const before = walked.at(-1) as TrailTile;
          walked.push({ ...before, at: before.at + time * tileTimeMs, x: before.x + dx, y: before.y + dy });
        }
        expect(unpackTiles(minute, packTiles(minute, walked))).toEqual(walked);
      }),
    );
  });

  it('take about one byte for a tile of a run', () => {
    const all = run(100);
    const bytes = packTiles(minute, all).length;
    expect(bytes).toBeLessThanOrEqual(1.2 * all.length);
    // A turn of the run takes an escape.
    expect(bytes).toBeGreaterThan(all.length);
  });

  it('are refused when they are damaged, and reading always ends', () => {
    for (const bytes of [
      [255],
      [225],
      [225, 128, 128, 128, 0],
      [225, 0, 0, 0xa0, 0x99, 2],
      [226, 0, 0, 0, 4],
    ]) {
      expect(() => unpackTiles(minute, Uint8Array.from(bytes)), String(bytes)).toThrow(RangeError);
    }
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        try {
          const all = unpackTiles(minute, bytes);
          expect(all.length).toBeLessThanOrEqual(bytes.length);
        } catch (error) {
          expect(error).toBeInstanceOf(RangeError);
        }
      }),
    );
  });
});

describe('merged tiles', () => {
  const at = (ms: number, x: number): TrailTile => ({
    ...{ at: start + ms, x, y: 3_200, plane: 0, world: 486, is_on_boat: false },
  });

  it('are sorted by time, whichever message came first', () => {
    const merged = mergeTiles([at(0, 1), at(1_200, 3)], [at(600, 2), at(1_800, 4)]);
    expect(merged.map(({ x }) => x)).toEqual([1, 2, 3, 4]);
  });

  it('contain a visit once, even when a resent message gives it another time', () => {
    const known = mergeTiles([], run(20));
    const resent = run(20).map((each) => ({ ...each, at: each.at + 230 }));
    expect(mergeTiles(known, resent)).toEqual(known);
    expect(mergeTiles([], [at(0, 1), at(600, 2), at(1_200, 1)])).toHaveLength(3);
  });

  it('are at most 600, and keep the known tiles', () => {
    const known = Array.from({ length: 400 }, (_, n) => at(n * 100, n));
    const added = Array.from({ length: 400 }, (_, n) => at(n * 100, 1_000 + n));
    const merged = mergeTiles(known, added);
    expect(merged).toHaveLength(600);
    expect(merged.filter(({ x }) => x < 1_000)).toHaveLength(400);
  });

  it('are the same however often they are merged', () => {
    fc.assert(
      fc.property(tiles, tiles, (first, second) => {
        const once = mergeTiles(mergeTiles([], first), second);
        expect(mergeTiles(once, second)).toEqual(once);
        expect(mergeTiles(once, first)).toEqual(once);
      }),
    );
  });
});
