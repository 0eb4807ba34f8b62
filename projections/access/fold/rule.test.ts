import { expect, test } from 'vitest';
import { emptyTables, tableDeclarations } from '../tables/access-tables.ts';
import { tableOf } from '../tables/table.ts';
import { given, id, quill, recorded } from '../testing/membership.ts';
import { evolve } from './evolve.ts';
import { fieldOf, need } from './needs.ts';
import { draftOf } from './rule.ts';

const [event] = recorded([given.leaving(quill)]);
if (event === undefined) throw new Error('no event');

const known = recorded([
  given.member(quill, 'Quill'),
  given.code(quill, 'code'),
  given.identity('a1', quill, { name: 'Quill Fen' }),
]).reduce(evolve, emptyTables);

test('a rule reads the rows that it declares', () => {
  const { rows } = draftOf(known, event, [
    need('members', 'key', quill),
    need('accounts', 'reporter', quill),
  ]);
  expect(rows.get('members', quill)?.name).toBe('Quill');
  expect(rows.find('accounts', 'reporter', quill).map((account) => account.id)).toEqual(['a1']);
});

test('a rule that reads a row or a table that it does not declare throws', () => {
  const { rows } = draftOf(known, event, [need('members', 'key', quill), need('keys', 'member', quill)]);
  const undeclared = (read: string) => `the rule of member-left reads ${read}, which it does not declare`;
  expect(() => rows.get('members', id(9))).toThrow(undeclared('members by key'));
  expect(() => rows.get('accounts', 'a1')).toThrow(undeclared('accounts by key'));
  expect(() => rows.find('members', 'activeName', 'quill')).toThrow(undeclared('members by activeName'));
  expect(() => rows.drop('devices', 'member', quill)).toThrow(undeclared('devices by member'));
});

test('a declaration may use a field of a row as the row was before the event', () => {
  const code = [...known.pairingCodes.values()][0]?.codeHash ?? '';
  const { rows } = draftOf(known, event, [need('members', 'key', fieldOf('pairingCodes', code, 'memberId'))]);
  expect(rows.get('members', quill)?.name).toBe('Quill');
  expect(() => rows.get('members', id(9))).toThrow('which it does not declare');
  expect(() => rows.get('pairingCodes', code)).toThrow('which it does not declare');
});

test('a rule that requests rows that the batch did not load throws', () => {
  const loadedKeys = new Set([`key ${quill}`]);
  const members = tableOf(tableDeclarations.members, [...known.members.values()], (lookup, value) =>
    loadedKeys.has(`${lookup} ${value}`),
  );
  const needs = [need('members', 'key', quill), need('members', 'activeName', 'quill')];
  const { rows } = draftOf({ ...known, members }, event, needs);
  expect(rows.get('members', quill)?.name).toBe('Quill');
  expect(() => rows.find('members', 'activeName', 'quill')).toThrow(
    'the rule of member-left reads members by activeName, which was not loaded',
  );
});

test('a rule can see that a row was deleted', () => {
  const members = tableOf(tableDeclarations.members, [...known.members.values()], () => false).without(quill);
  const { rows } = draftOf({ ...known, members }, event, [need('members', 'key', quill)]);
  expect(rows.get('members', quill)).toBeUndefined();
});
