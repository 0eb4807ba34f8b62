import { describe, expect, it } from 'vitest';
import { presenceTimeoutMs } from './presence-timeout.ts';

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
