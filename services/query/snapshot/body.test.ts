import { gunzipSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Body, buildBody } from './body.ts';
import { createEntry, type Entry } from './entry.ts';
import { createEntryGroup, createEntryGroups } from './entry-groups.ts';

const meta = { generatedAt: 1_800_000_000_500, lastModified: 1_800_000_000_000 };

function entries(count: number, bytes: number, renewed = false) {
  return Array.from({ length: count }, (_, index) => {
    const json = JSON.stringify({ id: `${index}`, text: `ü${index % 7}`.repeat(bytes / 3) });
    return createEntry(`${index}`, json, { renewed });
  });
}

function bytesOf({ chunks, length }: Body): Buffer {
  const bytes = Buffer.concat(chunks);
  expect(bytes.length).toBe(length);
  return bytes;
}

test.each([0, 1, 2, 400])('gzip holds the bytes of the plain body: %i accounts', async (count) => {
  const made = entries(count, 3_000);
  const groups = createEntryGroups();
  const plain = bytesOf(await buildBody(groups.of(made), meta, 'identity'));
  const zipped = bytesOf(await buildBody(groups.of(made), meta, 'gzip'));
  expect(gunzipSync(zipped).equals(plain)).toBe(true);
  const { data, meta: told } = JSON.parse(plain.toString());
  expect(data.map((entry: { id: string }) => entry.id)).toEqual(made.map((_, index) => `${index}`));
  expect(told).toEqual({
    generated_at: '2027-01-15T08:00:00.500Z',
    count,
    last_modified: '2027-01-15T08:00:00.000Z',
  });
});

test('a body of joined groups has the same bytes', async () => {
  const made = entries(400, 3_000);
  const groups = createEntryGroups();
  const first = await buildBody(groups.of(made), meta, 'identity');
  const second = await buildBody(groups.of(made), meta, 'identity');
  expect(second.chunks.length).toBeLessThan(first.chunks.length / 3);
  expect(bytesOf(second).equals(bytesOf(first))).toBe(true);
});

test('a small body is one chunk', async () => {
  const few = createEntryGroups().of(entries(5, 3_000));
  for (const coding of ['identity', 'gzip'] as const) {
    expect((await buildBody(few, meta, coding)).chunks).toHaveLength(1);
  }
});

test('groups that are new are deflated as a whole, and entry by entry once one of theirs was renewed', async () => {
  const made = entries(400, 3_000);
  const groups = createEntryGroups();
  const whole = await buildBody(groups.of(made), meta, 'gzip');
  const [first] = groups.of(made);
  expect(made.filter((entry) => entry.isDeflated())).toEqual(first?.entries);

  const renewed = made.map((entry, index) =>
    index % 2 === 0 ? entry : entries(400, 3_000, true)[index],
  ) as Entry[];
  const single = await buildBody(groups.of(renewed), meta, 'gzip');
  expect(renewed.filter((entry) => !entry.isDeflated())).toEqual([]);
  const plain = bytesOf(await buildBody(groups.of(made), meta, 'identity'));
  for (const body of [whole, single]) expect(gunzipSync(bytesOf(body)).equals(plain)).toBe(true);
});

const names = ['whip', 'boots', 'robe', 'potion(3)', 'shark'].flatMap((thing) =>
  ['Rune', 'Dragon', 'Abyssal', 'Zamorak', 'Bandos', 'Infinity', 'Third age', 'Ancient'].map(
    (kind) => `${kind} ${thing}`,
  ),
);

/** A player with numbers of their own and names that others have, too. */
function player(id: number, step: number): Entry {
  const things = Object.fromEntries(
    names.map((name, index) => [name, (id * 7_919 + index * 104_729) % 9_973]),
  );
  return createEntry(`${id}`, JSON.stringify({ id, step, ...things }), { renewed: step > 0 });
}

test('gzip holds the bytes of the plain body, whoever changes, joins or leaves, in each of two views', async () => {
  const change = fc.record({
    place: fc.nat(),
    how: fc.constantFrom<'changed' | 'joined' | 'left' | 'hidden'>('changed', 'joined', 'left', 'hidden'),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(change, { maxLength: 30 }), async (changes) => {
      const groups = createEntryGroups();
      let all = Array.from({ length: 40 }, (_, id) => player(id, 0));
      const hidden = new Set<string>();
      let step = 0;
      for (const { place: anyPlace, how } of changes) {
        step += 1;
        const place = anyPlace % all.length;
        const id = Number(JSON.parse(all[place]?.bytes.toString().slice(1) ?? '').id);
        if (how === 'changed') all = all.with(place, player(id, step));
        if (how === 'joined') all = all.toSpliced(place, 0, player(1_000 + step, step));
        if (how === 'left' && all.length > 1) all = all.toSpliced(place, 1);
        if (how === 'hidden') hidden.add(all[place]?.lineage ?? '');
        for (const view of [all, all.filter(({ lineage }) => !hidden.has(lineage))]) {
          const plain = bytesOf(await buildBody(groups.of(view), meta, 'identity'));
          const zipped = bytesOf(await buildBody(groups.of(view), meta, 'gzip'));
          expect(gunzipSync(zipped).equals(plain)).toBe(true);
        }
      }
    }),
    { numRuns: 25, seed: 1 },
  );
});

test('a body of what changed since takes the parts of the whole body', async () => {
  const all = Array.from({ length: 400 }, (_, id) => player(id, 1));
  const changed = [createEntryGroup(all)];
  const before = await buildBody(changed, meta, 'gzip');
  const whole = await buildBody(createEntryGroups().of(all), meta, 'gzip');
  const after = await buildBody([createEntryGroup(all)], meta, 'gzip');
  expect(after.length).toBeLessThan(before.length * 0.8);
  expect(after.length / whole.length).toBeCloseTo(1, 2);
  expect(gunzipSync(bytesOf(after)).equals(gunzipSync(bytesOf(whole)))).toBe(true);
});

test('a body of accounts that all changed one by one is at most a half larger than one compressed as a whole', async () => {
  const groups = createEntryGroups().of(Array.from({ length: 400 }, (_, id) => player(id, 1)));
  const plain = bytesOf(await buildBody(groups, meta, 'identity'));
  const zipped = bytesOf(await buildBody(groups, meta, 'gzip'));
  expect(zipped.length / gzipSync(plain).length).toBeLessThan(1.5);
});

test.each([
  ['as groups', false],
  ['one by one', true],
])('other work runs while many entries are deflated %s', async (_, renewed) => {
  const groups = createEntryGroups().of(entries(2_000, 6_000, renewed));
  expect(await turnsDuring(() => buildBody(groups, meta, 'gzip'))).toBeGreaterThan(4);
});

test('other work runs while groups of deflated entries are joined', async () => {
  const made = entries(2_000, 300);
  for (const entry of made) entry.deflatedAlone();
  const groups = createEntryGroups().of(made);
  expect(await turnsDuring(() => buildBody(groups, meta, 'gzip'))).toBeGreaterThan(4);
});

/** How many turns of the event loop other work had meanwhile. */
async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let next = setImmediate(function count() {
    turns += 1;
    next = setImmediate(count);
  });
  await work();
  clearImmediate(next);
  return turns;
}
