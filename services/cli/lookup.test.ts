import { expect, test } from 'vitest';
import { noDirectory } from '../../projections/access/directory/merge-rows.ts';
import type { Member } from '../../projections/access/model/entities.ts';
import { findMembers } from './lookup.ts';

const [fen, quill] = [member('id-fen', 'Fen'), member('id-quill', 'Quill')];
const withComma = member('id-comma', 'Fen, Quill');
const left = { ...member('id-left', 'Gone'), active: false };

test.each([
  ['Fen, quill', [fen, quill, left], ['id-fen', 'id-quill']],
  ['id-quill,Fen', [fen, quill, left], ['id-quill', 'id-fen']],
  // Not all parts of this name are names of other members.
  ['Fen, Quill', [fen, withComma], ['id-comma']],
  ['id-comma,Quill', [quill, withComma], ['id-comma', 'id-quill']],
])('the list "%s" finds members', (list, members, ids) => {
  expect(findMembers(directoryOf(members), list).map(({ id }) => id)).toEqual(ids);
});

test.each([
  ['Fen, Quill', [fen, quill, withComma], 'ambiguous_members'],
  ['Fen, Nobody', [fen], 'unknown_member'],
  ['id-left', [left], 'unknown_member'],
])('the list "%s" is refused', (list, members, code) => {
  expect(() => findMembers(directoryOf(members), list)).toThrow(expect.objectContaining({ code }));
});

function member(id: string, name: string): Member {
  return { id, name, chatId: null, timeZone: 'UTC', defaultSharing: null, active: true, changedAt: 0 };
}

function directoryOf(members: readonly Member[]) {
  return { ...noDirectory, members: new Map(members.map((each) => [each.id, each])) };
}
