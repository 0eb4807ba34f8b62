import { expect, test } from 'vitest';
import type { SnapshotAccount } from '../../../../../shared/client/api.ts';
import { PlayerList } from './player-list.ts';

function account(id: string, name: string, more: Partial<SnapshotAccount> = {}): [string, SnapshotAccount] {
  const place = { x: 3_222, y: 3_218, plane: 0, is_on_boat: false, stale: false, updated_at: '' };
  const owner = { name: 'Owner', chat_id: null, discord_id: null };
  const type = { type: 0, type_label: 'Normal' };
  return [id, { id, name, ...type, owner, categories: [], online: true, location: place, ...more }];
}

function open(accounts: readonly [string, SnapshotAccount][]) {
  const list = new PlayerList();
  const known = new Map(accounts);
  list.show(known, known.keys());
  const names = (which: 'all' | 'online') => list.listed.get()[which].map(({ line }) => line.get().name);
  return { list, known, names };
}

test('lists online players first, then sorts by name', () => {
  const { names } = open([account('1', 'Cy'), account('2', 'Ada', { online: false }), account('3', 'bo')]);
  expect(names('all')).toEqual(['bo', 'Cy', 'Ada']);
  expect(names('online')).toEqual(['bo', 'Cy']);
});

test('a player who is not known to play is not online, and shows when they were last seen if the key reads it', () => {
  const { list, names } = open([
    account('1', 'Ada'),
    account('2', 'Bo', { online: undefined, location: undefined }),
    account('3', 'Cy', { online: null, last_seen: null, location: null }),
    account('4', 'Di', { online: undefined }),
    account('5', 'Ed', { location: undefined }),
  ]);
  expect(names('online')).toEqual(['Ada', 'Di', 'Ed']);
  const seen = list.listed.get().all.map(({ line }) => [line.get().name, line.get().lastSeen]);
  expect(seen.slice(3)).toEqual([
    ['Bo', undefined],
    ['Cy', null],
  ]);
});

test('only the old place of an online player has its time', () => {
  const at = '2026-09-14T18:22:07.400Z';
  const old = { x: 3_222, y: 3_218, plane: 0, is_on_boat: false, stale: true, updated_at: at };
  const { list } = open([
    account('1', 'Ada'),
    account('2', 'Bo', { location: old }),
    account('3', 'Cy', { location: old, online: false }),
  ]);
  expect(list.listed.get().all.map(({ line }) => line.get().oldPlaceAt)).toEqual([null, at, null]);
});

test('a poll updates only the parts that look different, and the list only when the order changes', () => {
  const { list, known } = open([account('1', 'Ada'), account('2', 'Bo'), account('3', 'Cy')]);
  const heard: string[] = [];
  list.listed.subscribe(() => heard.push('list'));
  for (const { line, hp, worldAndPlace } of list.listed.get().all) {
    line.subscribe(() => heard.push(line.get().name));
    hp.subscribe(() => heard.push(hp.get()));
    worldAndPlace.subscribe(() => heard.push(worldAndPlace.get()));
  }
  const next = new Map([
    ...known,
    account('1', 'Ada', { last_seen: '2026-09-14T18:22:07.400Z' }),
    account('2', 'Bo', { hp: { current: 5, max: 99 } }),
  ]);
  list.show(next, ['1', '2']);
  expect(heard).toEqual(['5/99']);
  list.show(new Map([...next, account('3', 'Aaron')]), ['3']);
  expect(heard).toEqual(['5/99', 'Aaron', 'list']);
});

test('a player who left is no longer listed, and a player who arrived is listed', () => {
  const { list, known, names } = open([account('1', 'Ada'), account('2', 'Bo')]);
  known.delete('1');
  known.set(...account('4', 'Zed'));
  list.show(known, ['4']);
  expect(names('all')).toEqual(['Bo', 'Zed']);
});
