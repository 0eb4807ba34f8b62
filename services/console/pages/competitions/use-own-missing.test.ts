import { expect, test } from 'vitest';
import { ownMissingText } from './use-own-missing.ts';

const kills = { metric: { kind: 'kills', name: 'Zulrah' }, state: 'running', teams: [] };

test('an own account without a value is told what counts', () => {
  expect(ownMissingText(kills, ['a'])).toMatch(/^You have no kills yet: the next kill counts/);
  expect(ownMissingText({ ...kills, state: 'ended' }, ['a'])).toBe('You had no kills in this time.');
});

test('an own account outside of the teams is told so', () => {
  const teams = [{ name: 'East', accounts: [{ id: 'b', name: 'Bram' }] }];
  expect(ownMissingText({ ...kills, teams }, ['a'])).toBe('Your accounts are in no team.');
  expect(ownMissingText({ ...kills, teams }, ['a', 'b'])).toMatch(/^You have no kills yet/);
});
