import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bram, quill, tess } from '../testing/membership.ts';
import {
  canReadByAudience,
  membersIn,
  type Sharing,
  sharingAfterChange,
  sharingChangedAt,
  sharingWithout,
} from './sharing.ts';

/** Null: a service key. */
const readers = [quill, bram, tess, null];
const first: Sharing = { audience: 'guild', with: [], changedAt: 0 };

const change = fc
  .record({
    audience: fc.constantFrom(...(['guild', 'selected', 'private'] as const)),
    named: fc.uniqueArray(fc.constantFrom(quill, bram, tess)),
  })
  .map(({ audience, named }) => ({ audience, with: audience === 'selected' ? named : [] }));
const changes = fc.array(change, { maxLength: 8 });

test('each reader has the time of the last change that allowed or ended their reading', () => {
  fc.assert(
    fc.property(changes, (history) => {
      const sharing = history.reduce(
        (before, after, index) => sharingAfterChange(before, after, index + 1),
        first,
      );
      const expected = readers.map((reader) => {
        const could = [first, ...history].map((each) => reads(each, reader));
        return could.findLastIndex((can, index) => index > 0 && can !== could[index - 1]);
      });
      expect(readers.map((reader) => sharingChangedAt(sharing, reader))).toEqual(
        expected.map((time) => Math.max(time, 0)),
      );
    }),
    { numRuns: 500 },
  );
});

test('a time is kept only for members who were named since the last change for the guild', () => {
  fc.assert(
    fc.property(changes, (history) => {
      const sharing = history.reduce(
        (before, after, index) => sharingAfterChange(before, after, index + 1),
        first,
      );
      // The list before the last change for the guild counts too: its members may still read.
      const named = [first, ...history]
        .slice(Math.max(0, sharing.changedAt - 1))
        .flatMap((each) => each.with);
      expect(membersIn(sharing).filter((id) => !named.includes(id))).toEqual([]);
      expect(Object.keys(sharing.changedFor ?? { some: 1 })).not.toEqual([]);
    }),
    { numRuns: 500 },
  );
});

test('an erased member is removed completely, and the others keep their times', () => {
  fc.assert(
    fc.property(changes, (history) => {
      const sharing = history.reduce(
        (before, after, index) => sharingAfterChange(before, after, index + 1),
        first,
      );
      const left = sharingWithout(sharing, tess);
      expect(JSON.stringify(left)).not.toContain(tess);
      const others = readers.filter((reader) => reader !== tess);
      expect(others.map((reader) => sharingChangedAt(left, reader))).toEqual(
        others.map((reader) => sharingChangedAt(sharing, reader)),
      );
    }),
    { numRuns: 500 },
  );
});

function reads(
  { audience, with: named }: Pick<Sharing, 'audience' | 'with'>,
  reader: string | null,
): boolean {
  if (audience === 'guild') return true;
  return reader !== null && named.includes(reader);
}

test('a private category admits nobody, even a member who is still named', () => {
  const audiences = ['guild', 'selected', 'private'] as const;
  expect(audiences.map((audience) => canReadByAudience(audience, true))).toEqual([true, true, false]);
  expect(audiences.map((audience) => canReadByAudience(audience, false))).toEqual([true, false, false]);
});
