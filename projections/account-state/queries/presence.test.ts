import { expect, test } from 'vitest';
import type { PartData } from '../../../shared/events/state-parts.ts';
import { never, presenceAt, staleFrom, timesOutAt } from './presence.ts';

const at = 1_800_000_000_000;
const inGame: PartData<'presence'> = {
  at,
  game_state: 'LOGGED_IN',
  world: 486,
  special_world: false,
  in_game: true,
  timeout_ms: 186_000,
};

test('a player is online while the last in-game message is younger than the timeout, to the millisecond', () => {
  expect(timesOutAt(inGame)).toBe(at + 186_000);
  expect(presenceAt(inGame, at + 185_999)).toMatchObject({ online: true, game_state: 'LOGGED_IN' });
  expect(presenceAt(inGame, at + 186_000)).toMatchObject({ online: false, game_state: null });
});

test('keeps the last world and the last message after the timeout', () => {
  expect(presenceAt(inGame, at + 10_000_000)).toMatchObject({ world: 486, last_seen: at });
});

test('keeps a game state outside the game for any time, because it says that the player left', () => {
  const left: PartData<'presence'> = { ...inGame, game_state: 'LOGIN_SCREEN', in_game: false };
  expect(timesOutAt(left)).toBe(never);
  expect(presenceAt(left, at + 10_000_000)).toMatchObject({ online: false, game_state: 'LOGIN_SCREEN' });
});

test('puts nobody offline when the clock is behind the message', () => {
  expect(presenceAt(inGame, 0)).toMatchObject({ online: true });
});

test('calls a location stale once it is older than two minutes, not at two minutes (read-api 2.4 rule 4, 8 "staleness")', () => {
  const location = { at, x: 1, y: 2, plane: 0, is_on_boat: null };
  expect(staleFrom(location)).toBe(at + 120_001);
  expect(staleFrom(null)).toBe(never);
});
