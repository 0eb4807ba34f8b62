import { expect, test } from 'vitest';
import type { SnapshotAccount } from '../../../../shared/client/api.ts';
import { findCrowd, listRealm, pickRealm, pickSpot } from './picks.ts';

const inSewers = { x: 3_237, y: 9_866, plane: 0 };
const inGuild = { x: 3_050, y: 9_740, plane: 0 };
const nowhere = { x: 1_500, y: 7_000, plane: 0 };

function accountAt(id: string, place: { x: number; y: number; plane: number }, online = true) {
  const location = { ...place, stale: false };
  return { id, name: id, categories: [], online, location } as unknown as SnapshotAccount;
}

test('a realm lists its players by the nearest named place, large groups first', () => {
  const accounts = [
    accountAt('lost', nowhere),
    accountAt('lostToo', nowhere),
    accountAt('miner', inGuild),
    accountAt('asleep', inSewers, false),
    accountAt('fighter', inSewers),
    accountAt('above', { x: 3_213, y: 3_424, plane: 0 }),
  ];
  const { title, groups } = pickRealm(listRealm(accounts, 'underground'), 'underground');
  expect(title).toBe('Underground: 4 here now, 1 last seen here');
  expect(groups.map(({ place, players }) => [place?.name, players])).toEqual([
    ['Varrock Sewers', ['fighter', 'asleep']],
    ['Mining Guild', ['miner']],
    [undefined, ['lost', 'lostToo']],
  ]);
  expect(pickRealm([], 'instances')).toEqual({
    title: 'Instances',
    groups: [],
    markers: [],
    realm: 'instances',
  });
});

test('the crowd is the largest group online, or else the largest group', () => {
  const asleep = [accountAt('asleep', inSewers, false), accountAt('dreaming', inSewers, false)];
  const crowdOf = (...online: SnapshotAccount[]) =>
    findCrowd(listRealm([...asleep, ...online], 'underground'));
  expect(crowdOf(accountAt('miner', inGuild))).toMatchObject({ name: 'Mining Guild' });
  expect(crowdOf()).toMatchObject({ name: 'Varrock Sewers' });
  expect(crowdOf(accountAt('lost', nowhere))).toMatchObject(nowhere);
  expect(findCrowd([])).toBeUndefined();
});

test('the title of a place says how many of its players are offline, except in a replay', () => {
  const accounts = new Map(['a', 'b'].map((id) => [id, accountAt(id, inSewers, id === 'a')]));
  const pick = { players: ['a', 'b'], markers: [], place: inSewers };
  expect(pickSpot(pick, accounts)?.title).toBe('2 players (1 offline) at Varrock Sewers');
  expect(pickSpot(pick, accounts, 1)?.title).toBe('2 players at Varrock Sewers');
});

test.each([
  [3_165, 3_487, 'at Grand Exchange'],
  [3_215, 3_430, 'in Varrock'],
  [3_213, 3_390, 'near Varrock'],
  [2_974, 3_612, 'in the Wilderness, level 12'],
] as const)('the players at %i,%i are %s', (x, y, where) => {
  const place = { x, y, plane: 0 };
  expect(pickSpot({ players: ['a', 'b', 'c'], markers: [], place })?.title).toBe(`3 players ${where}`);
  expect(pickSpot({ players: ['a'], markers: [], place })?.title).toBe(`1 player ${where}`);
});

test('the title of a place without a name near it counts what is there, and an empty place has no card', () => {
  expect(pickSpot({ players: ['a', 'b'], markers: [], place: nowhere })?.title).toBe('2 players');
  expect(pickSpot({ players: [], markers: [], place: null })).toBeNull();
});
