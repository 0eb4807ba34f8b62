import { describe, expect, it } from 'vitest';
import { chainItems } from '../../shared/collections/chain.ts';
import { evolveXp, initialXp, samplesOf, type XpHistoryEvent, type XpState } from './fold.ts';
import { tiers } from './tier.ts';

const start = Date.UTC(2026, 8, 14, 10, 0);
const minute = 60_000;
const hour = 60 * minute;

describe('xp history', () => {
  it('samples the end of each bucket in which xp changed, in every tier', () => {
    const state = folded(
      xp(0, { Attack: 100 }),
      xp(2, { Attack: 150 }),
      xp(6, { Attack: 150 }),
      xp(11, { Attack: 175 }),
    );
    expect(series(state, '5m', 'Attack')).toEqual([
      [0, 150],
      [10, 175],
    ]);
    expect(series(state, '1h', 'Attack')).toEqual([[0, 175]]);
    expect(series(state, '1d', 'Attack')).toEqual([[-600, 175]]);
  });

  it('knows the values before the first value of a bucket', () => {
    const state = folded(
      xp(0, { Attack: 100 }),
      xp(1, { Attack: 110 }),
      xp(6, { Attack: 120 }),
      xp(7, { Attack: 130 }),
    );
    const befores = tiers.map((tier) =>
      samplesOf(chainItems(state.taken), tier).flatMap(({ skill, before }) =>
        skill === 'Attack' ? [before] : [],
      ),
    );
    expect(befores).toEqual([[null, 110], [null], [null]]);
  });

  it('keeps Overall as the sum of all known skills', () => {
    const state = folded(xp(0, { Attack: 100, Magic: 50 }), xp(5, { Magic: 80 }));
    expect(series(state, '5m', 'Overall')).toEqual([
      [0, 150],
      [5, 180],
    ]);
    expect(state.skills.get('Overall')?.first_xp).toBe(150);
  });

  it('never goes back in time', () => {
    const state = folded(xp(6, { Attack: 100 }), xp(4, { Attack: 120 }));
    expect(series(state, '5m', 'Attack')).toEqual([[5, 120]]);
  });

  it('accepts lower xp when it is still reported 24 hours later, by the times of the records', () => {
    const lower = [xp(0, { Attack: 500 }), xp(10, { Attack: 90 }), xp(10 + 24 * 60 - 1, { Attack: 95 })];
    expect(folded(...lower).skills.get('Attack')?.xp).toBe(500);
    const confirmed = folded(...lower, xp(10 + 24 * 60, { Attack: 99 }));
    expect(confirmed.skills.get('Attack')).toMatchObject({ xp: 99, lower_since: null });
    expect(chainItems(confirmed.corrections)).toEqual([
      { skill: 'Attack', bucket: start + 10 * minute + 24 * hour, fall: 401 },
    ]);
  });

  it('starts the 24 hours again when xp at or above the old value comes in between', () => {
    const state = folded(
      xp(0, { Attack: 500 }),
      xp(10, { Attack: 90 }),
      xp(20, { Attack: 500 }),
      xp(30, { Attack: 90 }),
      xp(10 + 24 * 60, { Attack: 95 }),
    );
    expect(state.skills.get('Attack')).toMatchObject({ xp: 500, lower_since: start + 30 * minute });
  });

  it('keeps the last lower xp and its time while it waits', () => {
    const waits = folded(xp(0, { Attack: 500 }), xp(10, { Attack: 90 }), xp(20, { Attack: 95 }));
    expect(waits.skills.get('Attack')).toMatchObject({
      lower_since: start + 10 * minute,
      lower_xp: 95,
      lower_at: start + 20 * minute,
    });
    const none = { lower_since: null, lower_xp: null, lower_at: null };
    for (const end of [
      xp(30, { Attack: 500 }),
      xp(10 + 24 * 60, { Attack: 96 }),
      correction(30, { Attack: 95 }),
    ])
      expect(evolveXp(waits, end).skills.get('Attack')).toMatchObject(none);
  });

  it('accepts lower xp at once when an operator confirms it', () => {
    const state = folded(
      xp(0, { Attack: 500, Magic: 80 }),
      xp(10, { Attack: 90 }),
      correction(12, { Attack: 90, Magic: 10, Cooking: 10 }),
      xp(20, { Attack: 95 }),
    );
    expect(state.skills.get('Attack')).toMatchObject({ xp: 95, lower_since: null });
    expect(series(state, '5m', 'Attack')).toEqual([
      [0, 500],
      [10, 90],
      [20, 95],
    ]);
    // Magic and Cooking have no lower xp that waits, so the correction changes neither skill.
    expect(series(state, '5m', 'Magic')).toEqual([[0, 80]]);
    expect(state.skills.has('Cooking')).toBe(false);
    expect(series(state, '5m', 'Overall')).toEqual([
      [0, 580],
      [10, 170],
      [20, 175],
    ]);
    expect(chainItems(state.corrections)).toEqual([
      { skill: 'Attack', bucket: start + 10 * minute, fall: 410 },
    ]);
  });

  it('marks a bucket as new if no earlier batch has added to the bucket', () => {
    const stored = { ...folded(xp(2, { Attack: 100 })), taken: null };
    const later = [xp(4, { Attack: 110, Magic: 1 }), xp(6, { Attack: 120 })].reduce(evolveXp, stored);
    const isNew = samplesOf(chainItems(later.taken), tiers[0]).map((sample) => [
      sample.skill,
      (sample.bucket - start) / minute,
      sample.isNew,
    ]);
    expect(isNew).toEqual([
      ['Attack', 0, false],
      ['Magic', 0, true],
      ['Overall', 0, false],
      ['Attack', 5, true],
      ['Overall', 5, true],
    ]);
  });

  it('ignores a correction after a report of the higher xp', () => {
    const state = folded(xp(0, { Attack: 500 }), xp(1, { Attack: 90 }), xp(2, { Attack: 501 }));
    expect(evolveXp(state, correction(3, { Attack: 90 }))).toBe(state);
  });
});

function folded(...events: XpHistoryEvent[]): XpState {
  return events.reduce(evolveXp, initialXp);
}

/** Points as [minutes after the start, xp]. */
function series(state: XpState, resolution: '5m' | '1h' | '1d', skill: string): [number, number][] {
  return tiers
    .filter((tier) => tier.resolution === resolution)
    .flatMap((tier) => samplesOf(chainItems(state.taken), tier))
    .filter((sample) => sample.skill === skill)
    .map((sample) => [(sample.bucket - start) / minute, sample.xp]);
}

function xp(minutes: number, skills: Record<string, number>): XpHistoryEvent {
  const at = start + minutes * minute;
  return { ...placed(at), type: 'xp-reported', data: { at, skills, complete: false } };
}

function correction(minutes: number, skills: Record<string, number>): XpHistoryEvent {
  return { ...placed(start + minutes * minute), type: 'xp-corrected', data: { skills } };
}

function placed(recordTime: number) {
  return {
    stream: 'hub.xp' as const,
    partition: 0,
    offset: 0,
    recordId: '00000000-0000-4000-8000-000000000000',
    subject: 'aB3xYz91kQw0',
    source: 'ha',
    recordTime,
  };
}
