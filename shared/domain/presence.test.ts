import { describe, expect, it } from 'vitest';
import { isInGame, presenceTimeoutMs } from './presence.ts';
import { isSpecialWorld } from './world.ts';

describe('presenceTimeoutMs', () => {
  it.each([
    [100, 186_000],
    [500, 930_000],
    [1, 60_000],
    [32, 60_000],
    [33, 61_380],
    [0, 186_000],
    [501, 186_000],
    [null, 186_000],
  ])('waits, at a tick delay of %j, %i ms', (tickDelay, timeout) => {
    expect(presenceTimeoutMs(tickDelay)).toBe(timeout);
  });
});

describe('isInGame', () => {
  it.each(['LOGGED_IN', 'LOADING', 'HOPPING', 'CONNECTION_LOST'])('counts %s as in game', (state) => {
    expect(isInGame(state)).toBe(true);
  });

  it.each(['LOGIN_SCREEN', 'LOGGING_IN', 'STARTING', 'logged_in', null])('does not count %j', (state) => {
    expect(isInGame(state)).toBe(false);
  });
});

describe('isSpecialWorld', () => {
  it('goes by any of the seven types', () => {
    expect(isSpecialWorld(['MEMBERS', 'SEASONAL'])).toBe(true);
    expect(isSpecialWorld(['MEMBERS', 'PVP', 'HIGH_RISK'])).toBe(false);
    expect(isSpecialWorld([])).toBe(false);
  });
});
