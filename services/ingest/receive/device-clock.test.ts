import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createDeviceClock } from './device-clock.ts';

const noon = Date.UTC(2026, 8, 14, 12);
const minute = 60_000;
const day = 24 * 60 * minute;

/** A device whose PC is `off` ms ahead, and whose reports take `took` ms. */
function device(off: number) {
  const clock = createDeviceClock();
  return (receivedAt: number, took: number, canBeResent = false) =>
    clock.observe(receivedAt - took + off, receivedAt, receivedAt, canBeResent);
}

describe('the corrected time of a report', () => {
  it.each([0, 5 * minute, -3 * 365 * day, day - 1])('is right for a PC that is %i ms off', (off) => {
    const send = device(off);
    expect(send(noon, 50).at).toBe(noon);
    expect(send(noon + 10_000, 50).at).toBe(noon + 10_000);
    expect(send(noon + 20_000, 1_050).at).toBe(noon + 19_000);
  });

  it('stays the time of the first sending when the plugin resends the report ten minutes later', () => {
    const send = device(-7 * minute);
    send(noon, 100);
    expect(send(noon + 10 * minute, 10 * minute)).toMatchObject({ at: noon + 100, isLate: true });
  });

  it('is marked as late when the report waited for more than 30 s', () => {
    const send = device(0);
    send(noon, 0);
    expect(send(noon + minute, 30_000).isLate).toBe(false);
    expect(send(noon + minute, 30_001).isLate).toBe(true);
  });

  it('follows from a delay for an hour', () => {
    const send = device(0);
    send(noon, 0);
    const later = noon + 59 * minute;
    expect(send(later, 40_000)).toMatchObject({ at: later - 40_000, isLate: true });
  });

  it('follows from no delay older than an hour, so reports after a set-back of the PC clock are punctual', () => {
    const clock = createDeviceClock();
    clock.observe(noon + 10 * minute, noon, noon, false);
    expect(clock.observe(noon + minute, noon + minute, noon + minute, false).isLate).toBe(true);
    const later = noon + 62 * minute;
    expect(clock.observe(later, later, later, false)).toMatchObject({ at: later, isLate: false });
  });

  it.each([
    ['none', null],
    ['before 2013', Date.UTC(2012, 11, 31)],
    ['negative', -1],
    ['more than a day ahead', noon + day + 1],
  ])('is the time of receipt when the sent time is %s', (_case, sent) => {
    expect(createDeviceClock().observe(sent, noon, 0, false)).toEqual({
      receivedAt: noon,
      at: noon,
      isLate: false,
      offset: 0,
    });
  });

  it('follows a step of the hub clock, and the step makes no report late', () => {
    const clock = createDeviceClock();
    clock.observe(noon, noon, 0, false);
    const stepped = noon + 60 * minute;
    expect(clock.observe(noon + 1_000, stepped, 1_000, false)).toMatchObject({ at: stepped, isLate: false });
  });

  it('is never after the receipt, and follows from the smallest delay of the last hour, for any reports', () => {
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
          /** An hour is 60 or 61 minutes here, because delays are kept by the minute. */
          const smallest = (minutes: number, now: number) =>
            Math.min(...delays.flatMap(({ at, delay }) => (now - at < minutes * minute ? [delay] : [])));
          let now = noon;
          for (const [pause, off] of reports) {
            now += pause;
            const { at } = clock.observe(now + off, now, now, true);
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

/** Seconds from sending to receipt, and whether the report has events. */
type Took = number | readonly [number, 'events'];

/** Sends reports a minute apart. @returns whether each report is late */
function lateOnes(...took: readonly Took[]): readonly boolean[] {
  const send = device(0);
  send(noon, 0);
  return took.map((one, index) => {
    const [seconds, events] = typeof one === 'number' ? [one] : one;
    return send(noon + (index + 1) * minute, seconds * 1_000, events !== undefined).isLate;
  });
}

describe('a PC clock that is set back', () => {
  it('makes two reports late, not an hour of reports', () => {
    const late = lateOnes(...Array<number>(59).fill(120));
    expect(late).toEqual([true, true, ...Array(57).fill(false)]);
  });

  it('is measured by the fastest of the three reports that show it', () => {
    const send = device(0);
    send(noon, 0);
    send(noon + minute, 125_000);
    send(noon + 2 * minute, 120_000);
    const third = noon + 3 * minute;
    expect(send(third, 130_000)).toMatchObject({ at: third - 10_000, isLate: false, offset: 120_000 });
    const fourth = noon + 4 * minute;
    expect(send(fourth, 121_000).at).toBe(fourth - 1_000);
  });

  it('is learned also after one report that was 23 hours ahead', () => {
    const send = device(0);
    send(noon, -23 * 60 * minute);
    const right = [1, 2, 3, 4].map((after) => send(noon + after * minute, 0).isLate);
    expect(right).toEqual([true, true, false, false]);
  });

  it('may be set back again', () => {
    expect(lateOnes(40, 40, 40, 80, 80, 80)).toEqual([true, true, false, true, true, false]);
  });

  it('and is right again is measured by the smaller delay again', () => {
    expect(lateOnes(40, 40, 40, 0, 0, 31)).toEqual([true, true, false, false, false, true]);
  });

  it.each<[string, Took[]]>([
    ['have no events', [40, [40, 'events'], [40, 'events'], [40, 'events'], 40]],
    ['come with no punctual report between them', [40, 40, 0, 40, 40]],
    [
      'come with no punctual report between them, not even a report with events',
      [40, 40, [0, 'events'], 40, 40],
    ],
    ['have about the same delay', [40, 40, 51, 51, 62, 62]],
    ['have about the same delay: also the first and the third', [41, 50, 59, 68, 77]],
  ])('is noticed only after three late reports that %s', (_case, took) => {
    const seconds = took.map((one) => (typeof one === 'number' ? one : one[0]));
    expect(lateOnes(...took)).toEqual(seconds.map((each) => each > 30));
  });

  it('is also noticed when late reports with events, or reports without a time, come in between', () => {
    expect(lateOnes(40, [90, 'events'], 40, [300, 'events'], 40, 40).slice(-2)).toEqual([false, false]);
    const clock = createDeviceClock();
    const send = (sent: number | null, after: number) =>
      clock.observe(sent, noon + after * minute, noon + after * minute, false).isLate;
    send(noon + 40_000, 0);
    const late = [1, 2, 3].flatMap((after) => [send(noon + after * minute, after), send(null, after)]);
    expect(late).toEqual([true, false, true, false, false, false]);
  });

  it('never moves the date of a report after its receipt, or before the date without learned set-backs', () => {
    const some = fc.tuple(
      fc.integer({ min: 0, max: 10 * minute }),
      fc.integer({ min: 0, max: 3 }).map((step) => step * 20_000),
      fc.boolean(),
    );
    fc.assert(
      fc.property(fc.array(some, { maxLength: 100 }), (reports) => {
        const [learning, plain] = [createDeviceClock(), createDeviceClock()];
        let now = noon;
        for (const [pause, delay, canBeResent] of reports) {
          now += pause;
          const { at, isLate: late } = learning.observe(now - delay, now, now, canBeResent);
          const before = plain.observe(now - delay, now, now, true);
          expect(at).toBeGreaterThanOrEqual(before.at);
          expect(at).toBeLessThanOrEqual(now);
          expect(late && !before.isLate).toBe(false);
        }
      }),
    );
  });
});
