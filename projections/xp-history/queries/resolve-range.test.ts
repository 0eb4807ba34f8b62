import { describe, expect, it } from 'vitest';
import { type RangeRequest, resolveRange } from './resolve-range.ts';

const day = 86_400_000;
const minute = 60_000;
const now = Date.UTC(2026, 8, 14, 10, 2, 30);

describe('resolveRange', () => {
  it.each([
    ['auto', 7 * day, '5m'],
    ['auto', 7 * day + 5 * minute, '5m'],
    ['auto', 7 * day + 5 * minute + 1, '1h'],
    ['auto', 90 * day + 5 * minute, '1h'],
    ['auto', 90 * day + 5 * minute + 1, '1d'],
    ['5m', 17 * day, '5m'],
    ['5m', 18 * day, '1h'],
    ['1h', 208 * day, '1h'],
    ['1h', 209 * day, '1d'],
    ['1d', 1, '1d'],
  ] as const)('answers %s over %i ms in %s', (resolution, span, expected) => {
    expect(resolved({ resolution, from: now - span }).tier.resolution).toBe(expected);
  });

  it('accepts exactly 5,000 points, and not 5,001 (read-api 4.2, 8 "points")', () => {
    const to = Date.UTC(2026, 8, 14, 10, 0);
    expect(resolved({ resolution: '5m', from: to - 4_999 * 5 * minute, to }).tier.resolution).toBe('5m');
    expect(resolved({ resolution: '5m', from: to - 4_999 * 5 * minute - 1, to }).tier.resolution).toBe('1h');
  });

  it('follows the retention setting to the millisecond', () => {
    const edge = now - 14 * day;
    const raw = { resolution: '5m', rawRetentionMs: 14 * day } as const;
    expect(resolved({ ...raw, from: edge, to: edge + day }).tier.resolution).toBe('5m');
    expect(resolved({ ...raw, from: edge - 1, to: edge + day }).tier.resolution).toBe('1h');
  });

  it('rounds the end up to its bucket and the start down', () => {
    const range = resolved({ resolution: '5m', from: now - 10 * minute });
    expect(new Date(range.first).toISOString()).toBe('2026-09-14T09:50:00.000Z');
    expect(new Date(range.end).toISOString()).toBe('2026-09-14T10:05:00.000Z');
  });

  it('keeps the newest 5,000 days', () => {
    const range = resolved({ resolution: '1d', from: 0 });
    expect((range.end - range.first) / day).toBe(4_999);
    expect(range.end).toBe(Date.UTC(2026, 8, 15));
  });

  // read-api.md 4.2: the span counts the whole requested range, also its part in the future.
  it.each([
    ['1d', Date.UTC(2024, 0, 1), Date.UTC(2099, 11, 31)],
    ['auto', Date.UTC(2026, 8, 1), Date.UTC(2045, 0, 1)],
    ['5m', Date.UTC(2026, 8, 14), Date.UTC(2045, 0, 1)],
    ['1d', Date.UTC(2027, 0, 1), Date.UTC(2045, 0, 1)],
  ] as const)('drops nothing for a future end: %s from %i to %i', (resolution, from, to) => {
    expect(resolved({ resolution, from, to })).toMatchObject({ tier: { resolution: '1d' }, first: from });
  });

  it('keeps the newest 5,000 days up to now when the end is in the future', () => {
    const { first, end } = resolved({ resolution: '1d', from: 0 });
    expect(resolved({ resolution: '1d', from: 0, to: Date.UTC(2099, 11, 31) })).toMatchObject({ first, end });
  });

  it('is empty for equal ends', () => {
    const range = resolved({ resolution: 'auto', from: now, to: now });
    expect(range.end).toBe(range.first);
  });
});

function resolved(request: Partial<RangeRequest> & Pick<RangeRequest, 'resolution' | 'from'>) {
  return resolveRange({ to: now, now, rawRetentionMs: 365 * day, ...request });
}
