import { expect, test } from 'vitest';
import { exactTime } from '../../common/text/format.ts';
import { detailsInWords } from './entry-values.ts';

test('the details of an entry are words: names for ids, the time of the viewer, yes and no', () => {
  const at = '2026-11-27T12:00:00.000Z';
  const quill = '7f9c2ba4-e88f-427d-9f2c-0a1b2c3d4e5f';
  const details = { changed: ['time_zone', 'name'], with: [quill], to_offset: 4, on: true, until: at };
  expect(detailsInWords({ ...details, why: null, none: [], at: { x: 1 } }, { [quill]: 'Quill' })).toBe(
    `changed: time zone, name; with: Quill; to offset: 4; on: true; until: ${exactTime(Date.parse(at))}; at: {"x":1}`,
  );
});
