import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { correctTime, createDeviceClock, occurredAt } from './clock-correction.ts';

const noon = Date.UTC(2026, 8, 14, 12);
const minute = 60_000;
const day = 24 * 60 * minute;

/** A device whose PC is `off` ms ahead; reports take `took` ms. Hub and monotonic clock run alike. */
function device(off: number) {
  const clock = createDeviceClock();
  return (receivedAt: number, took: number) => clock.observe(receivedAt - took + off, receivedAt, receivedAt);
}

describe('the corrected time of a report', () => {
  it.each([0, 5 * minute, -3 * 365 * day, day - 1])('is right for a PC that is %i ms off', (off) => {
    const send = device(off);
    expect(send(noon, 50).at).toBe(noon);
    expect(send(noon + 10_000, 50).at).toBe(noon + 10_000);
    expect(send(noon + 20_000, 1_050).at).toBe(noon + 19_000);
  });

  it('is that of sending for a report that the plugin resends ten minutes later', () => {
    const send = device(-7 * minute);
    send(noon, 100);
    expect(send(noon + 10 * minute, 10 * minute)).toMatchObject({ at: noon + 100, late: true });
  });

  it('calls a report late when it waited for more than 30 s', () => {
    const send = device(0);
    send(noon, 0);
    expect(send(noon + minute, 30_000).late).toBe(false);
    expect(send(noon + minute, 30_001).late).toBe(true);
  });

  it('remembers a delay for an hour', () => {
    const send = device(0);
    send(noon, 0);
    const later = noon + 59 * minute;
    expect(send(later, 40_000)).toMatchObject({ at: later - 40_000, late: true });
  });

  it('forgets a delay after an hour, so that a PC clock that was set back counts again', () => {
    const clock = createDeviceClock();
    clock.observe(noon + 10 * minute, noon, noon);
    expect(clock.observe(noon + minute, noon + minute, noon + minute).late).toBe(true);
    const later = noon + 62 * minute;
    expect(clock.observe(later, later, later)).toMatchObject({ at: later, late: false });
  });

  it.each([
    ['none', null],
    ['before 2013', Date.UTC(2012, 11, 31)],
    ['negative', -1],
    ['more than a day ahead', noon + day + 1],
  ])('is the time of receipt when the sent one is %s', (_case, sent) => {
    expect(createDeviceClock().observe(sent, noon, 0)).toEqual({
      receivedAt: noon,
      at: noon,
      late: false,
      offset: 0,
    });
  });

  it('does not follow a step of the hub clock', () => {
    const clock = createDeviceClock();
    clock.observe(noon, noon, 0);
    const stepped = noon + 60 * minute;
    expect(clock.observe(noon + 1_000, stepped, 1_000)).toMatchObject({ at: stepped, late: false });
  });

  it('is never after receipt, and what the smallest delay of an hour makes of it, whatever comes', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.tuple(fc.integer({ min: 0, max: 2 * 60 * minute }), fc.integer({ min: -day, max: 2 * day })),
          {
            maxLength: 200,
          },
        ),
        (reports) => {
          const clock = createDeviceClock();
          const delays: { readonly at: number; readonly delay: number }[] = [];
          /** The smallest delay of so many minutes. Delays are remembered by the minute, so an hour is 60 to 61 of them. */
          const smallest = (minutes: number, now: number) =>
            Math.min(...delays.flatMap(({ at, delay }) => (now - at < minutes * minute ? [delay] : [])));
          let now = noon;
          for (const [pause, off] of reports) {
            now += pause;
            const { at } = clock.observe(now + off, now, now);
            expect(at).toBeLessThanOrEqual(now);
            expect(Number.isInteger(at)).toBe(true);
            if (off > day) continue;
            delays.push({ at: now, delay: -off });
            expect(at).toBeGreaterThanOrEqual(now + off + smallest(61, now));
            expect(at).toBeLessThanOrEqual(now + off + smallest(60, now));
          }
        },
      ),
    );
  });
});

describe('the time of a game event', () => {
  const times = { receivedAt: noon, at: noon - 1_000, late: false, offset: 5_000 };

  it.each([
    ['corrected like the report', noon - 20_000, noon - 15_000],
    ['never after receipt', noon - 1, noon],
    ['never more than 15 minutes before it', noon - day, noon - 15 * minute],
    ['that of the report, when it has none', null, noon - 1_000],
    ['that of the report, when it cannot be believed', 7, noon - 1_000],
    ['that of the report, when it is far ahead', noon + 2 * day, noon - 1_000],
  ])('is %s', (_case, sent, expected) => {
    expect(occurredAt(sent, times)).toBe(expected);
  });

  it('of a trail tile is nothing when it cannot be believed', () => {
    expect(correctTime(7, times)).toBeNull();
    expect(correctTime(noon - 20_000, times)).toBe(noon - 15_000);
  });
});
