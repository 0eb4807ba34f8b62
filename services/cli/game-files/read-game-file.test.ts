import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../shared/backup/testing/open-backup-test.ts';
import { OperatorError } from '../../../shared/errors/errors.ts';
import { parseGameFile, readGameFile } from './read-game-file.ts';

function parse(json: unknown) {
  return parseGameFile(JSON.stringify(json));
}

describe('a game file', () => {
  it('with a mapping has names and high-alchemy prices', () => {
    const file = parse([
      { id: 4_151, name: 'Abyssal whip', highalch: 72_000, value: 120_001, limit: 70, members: true },
      { id: 6_570, name: ' Fire cape ', value: 60_001 },
      { id: 995, name: 'Coins' },
    ]);
    const price = { ge_price: null };
    expect(file).toEqual({
      kind: 'items',
      items: [
        { id: 4_151, name: 'Abyssal whip', ...price, ha_price: 72_000 },
        { id: 6_570, name: 'Fire cape', ...price, ha_price: 36_000 },
        { id: 995, name: 'Coins', ...price, ha_price: null },
      ],
      worlds: [],
      skipped: [],
    });
  });

  it('with latest prices uses the mean of both prices', () => {
    const { kind, items } = parse({
      data: {
        2: { high: 183, highTime: 1, low: 180, lowTime: 1 },
        6: { high: null, low: 7 },
        8: { high: 9, low: null },
      },
    });
    expect(kind).toBe('prices');
    expect(items.map(({ id, name, ge_price }) => [id, name, ge_price])).toEqual([
      [2, null, 182],
      [6, null, 7],
      [8, null, 9],
    ]);
  });

  it('with worlds shows which worlds are special', () => {
    const worlds = [
      { id: 301, types: [] },
      { id: 302, types: ['MEMBERS', 'SKILL_TOTAL'], address: 'oldschool2' },
      { id: 401, types: ['MEMBERS', 'BETA_WORLD'] },
    ];
    expect(parse({ worlds })).toMatchObject({
      kind: 'worlds',
      worlds: [
        { world: 301, special: false },
        { world: 302, special: false },
        { world: 401, special: true },
      ],
    });
  });

  it('keeps usable entries, and names each other entry with the reason', () => {
    const file = parse([
      { id: 4_151, name: 'Whip' },
      'x',
      { id: 65_536, name: 'Beyond' },
      { id: 7, name: '\u202e' },
      { id: 8, name: 'No price', highalch: -1 },
      { id: 4_151, name: 'Abyssal whip' },
    ]);
    // The last entry of an id counts.
    expect(file.items.map(({ id, name, ha_price }) => [id, name, ha_price])).toEqual([
      [4_151, 'Abyssal whip', null],
      [8, 'No price', null],
    ]);
    expect(file.skipped).toEqual([
      { entry: '2', reason: 'it is not an object' },
      { entry: '3', reason: 'its id is not a whole number from 0 to 65535' },
      { entry: '4', reason: 'it has no name' },
    ]);
    const prices = parse({ data: { '-1': { high: 1 }, x: {}, 5: { high: 1.5, low: null } } });
    expect(prices.skipped.map(({ entry }) => entry)).toEqual(['5', '-1', 'x']);
    const worlds = parse({ worlds: [{ id: 302 }, { id: 0, types: [] }, { id: 4_096, types: [] }] });
    expect(worlds.skipped.map(({ reason }) => reason)).toEqual([
      'it has no types',
      'its id is not a whole number from 1 to 4095',
      'its id is not a whole number from 1 to 4095',
    ]);
  });

  it.each(['', '{', '7', 'null', '{}', '{"data":[]}', '{"worlds":{}}', '"text"'])('cannot be: %s', (text) => {
    expect(() => parseGameFile(text)).toThrow(expect.objectContaining({ code: 'not_game_data' }));
  });

  it('with entries of any content throws no error, and never returns values that the tables refuse', () => {
    const value = fc.oneof(
      fc.jsonValue({ maxDepth: 2 }),
      fc.record(
        {
          ...{ id: fc.oneof(fc.integer(), fc.string()), name: fc.string({ unit: 'binary' }) },
          ...{ highalch: fc.double(), value: fc.integer(), high: fc.integer(), low: fc.double() },
          types: fc.array(fc.oneof(fc.string(), fc.constant('BETA_WORLD'))),
        },
        { requiredKeys: [] },
      ),
    );
    const file = fc.oneof(
      fc.array(value),
      fc.record({ data: fc.dictionary(fc.oneof(fc.string(), fc.nat().map(String)), value) }),
      fc.record({ worlds: fc.array(value) }),
    );
    fc.assert(
      fc.property(file, (json) => {
        const { items, worlds } = parse(json);
        expect(new Set(items.map(({ id }) => id)).size).toBe(items.length);
        for (const { id, name, ge_price: gePrice, ha_price: haPrice } of items) {
          expect(id >= 0 && id <= 65_535 && name !== '').toBe(true);
          expect(name === null || (name.isWellFormed() && !name.includes('\0'))).toBe(true);
          for (const price of [gePrice, haPrice])
            expect(price === null || Number.isInteger(price)).toBe(true);
        }
        for (const { world } of worlds) expect(world >= 1 && world <= 4_095).toBe(true);
      }),
    );
  });

  it('that is missing, a folder or too large is refused with a message', async () => {
    const folder = await temporaryFolder();
    const large = join(folder, 'large.json');
    await writeFile(large, Buffer.alloc(16 * 1_048_576 + 1, ' '));
    for (const path of [join(folder, 'none.json'), folder, large]) {
      const refused = readGameFile(path);
      await expect(refused).rejects.toBeInstanceOf(OperatorError);
      await expect(refused).rejects.toMatchObject({ code: 'unreadable_file' });
    }
    await expect(readGameFile(large)).rejects.toThrow('it is larger than 16 MiB');
  });
});
