import { expect, test } from 'vitest';
import { coins, report, whip } from '../testing/report.ts';
import { stateAfter } from '../testing/state-of.ts';
import { noState } from './account-state.ts';
import { itemsSection, locationSection, presenceSection, skillsSection, vitalsSection } from './sections.ts';

const at = Date.parse('2026-09-14T18:22:07.400Z');
const judged = { forStale: at, forOnline: at };

test('gives no section for values that were never sent', () => {
  expect(presenceSection(noState, judged)).toBeNull();
  expect(vitalsSection(noState)).toBeNull();
  expect(skillsSection(noState, 'exact')).toBeNull();
  expect(locationSection(noState, judged)).toBeNull();
  expect(itemsSection(noState.equipment, 'exact')).toBeNull();
});

test('lists Overall first, then the game order, then unknown skills by name', () => {
  const state = stateAfter([
    report.skill('a', at, 'Zeal', 0, 1),
    report.skill('a', at, 'Sailing', 200_000_000, 127),
    report.skill('a', at, 'Ardour', 83, 2),
    report.skill('a', at, 'Attack', 14_622_107, 100),
    report.skill('a', at + 5_000, 'Defence', 0, 1),
  ]);
  expect(skillsSection(state, 'exact')).toEqual({
    total_level: 99 + 1 + 99 + 2 + 1,
    overall_xp: 214_622_190,
    skills: [
      { skill: 'Overall', level: 202, real_level: 202, xp: 214_622_190 },
      { skill: 'Attack', level: 100, real_level: 99, xp: 14_622_107 },
      { skill: 'Defence', level: 1, real_level: 1, xp: 0 },
      { skill: 'Sailing', level: 127, real_level: 99, xp: 200_000_000 },
      { skill: 'Ardour', level: 2, real_level: 2, xp: 83 },
      { skill: 'Zeal', level: 1, real_level: 1, xp: 0 },
    ],
    updated_at: '2026-09-14T18:22:12.400Z',
  });
});

test('cuts the time of a section to the UTC day for readers who are not allowed to know when the account played', () => {
  const state = stateAfter([report.skill('a', at), report.equipment('a', at)]);
  expect(skillsSection(state, 'day')?.updated_at).toBe('2026-09-14T00:00:00.000Z');
  expect(itemsSection(state.equipment, 'day')?.updated_at).toBe('2026-09-14T00:00:00.000Z');
  expect(itemsSection(state.equipment, 'exact')?.updated_at).toBe('2026-09-14T18:22:07.400Z');
});

test('sums prices times quantities, and holds the sum at 2^53 - 1', () => {
  const state = stateAfter([report.inventory('a', at, [coins(418_220), whip])]);
  expect(itemsSection(state.inventory, 'exact')?.value).toBe(1_920_453);
  const dear = { ...whip, quantity: 2_147_483_647, ge_price: 2_147_483_647 };
  const rich = stateAfter([report.inventory('a', at, [dear, dear, dear])]);
  expect(itemsSection(rich.inventory, 'exact')?.value).toBe(Number.MAX_SAFE_INTEGER);
});

test('distinguishes an empty list that was sent from a list that was never sent', () => {
  const { equipment } = stateAfter([report.equipment('a', at, [])]);
  expect(itemsSection(equipment, 'exact')).toMatchObject({ items: [], value: 0 });
});

test('fills vitals that were not sent with null, and dates the section by the newest of them', () => {
  const state = stateAfter([report.hitpoints('a', at), report.spellbook('a', at + 1_000)]);
  expect(vitalsSection(state)).toEqual({
    hp: { current: 87, max: 99 },
    prayer: null,
    spellbook: 'standard',
    updated_at: '2026-09-14T18:22:08.400Z',
  });
});

test('decides staleness by the database clock and being online by the watermark', () => {
  const state = stateAfter([report.presence('a', at), report.location('a', at)]);
  const behind = { forStale: at + 1_000_000, forOnline: at };
  expect(locationSection(state, behind)?.stale).toBe(true);
  expect(presenceSection(state, behind)?.online).toBe(true);
});
