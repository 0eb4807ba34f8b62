import { describe, expect, it } from 'vitest';
import { isInGame } from './presence.ts';
import { isSpecialWorld } from './world.ts';

describe('isInGame', () => {
  it.each(['LOGGED_IN', 'LOADING', 'HOPPING', 'CONNECTION_LOST'])('counts %s as in game', (state) => {
    expect(isInGame(state)).toBe(true);
  });

  it.each(['LOGIN_SCREEN', 'LOGGING_IN', 'STARTING', 'logged_in', null])('does not count %j', (state) => {
    expect(isInGame(state)).toBe(false);
  });
});

describe('isSpecialWorld', () => {
  it('is true for a world with at least one of the seven special types', () => {
    expect(isSpecialWorld(['MEMBERS', 'SEASONAL'])).toBe(true);
    expect(isSpecialWorld(['MEMBERS', 'PVP', 'HIGH_RISK'])).toBe(false);
    expect(isSpecialWorld([])).toBe(false);
  });
});
