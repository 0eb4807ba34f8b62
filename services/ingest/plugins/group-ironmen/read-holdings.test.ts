import { describe, expect, it } from 'vitest';
import { holdingEntries } from '../../facts/facts.ts';
import { createSkipCounter } from '../../reading/skip-counter.ts';
import { readHoldings } from './read-holdings.ts';

function read(body: Readonly<Record<string, unknown>>) {
  const { skipped, skip } = createSkipCounter();
  const sent = Object.fromEntries(holdingEntries(readHoldings(body, skip)));
  return { sent, skipped: Object.fromEntries(skipped) };
}

const two = [
  { id: 995, quantity: 1_000 },
  { id: 4_151, quantity: 2 },
];

describe('a place of items', () => {
  it.each([
    ['bank', 'bank'],
    ['shared_bank', 'shared-storage'],
    ['seed_vault', 'seed-vault'],
    ['potion_storage', 'potion-storage'],
    ['rune_pouch', 'rune-pouch'],
    ['quiver', 'quiver'],
    ['collection_log_v2', 'collection-log'],
  ])('is a list of ids and quantities, in the order of the plugin: %s', (field, holding) => {
    const list = [995, 1_000, 0, 0, -1, 0, 4_151, 2];
    expect(read({ [field]: list })).toEqual({ sent: { [holding]: { items: two } }, skipped: {} });
    expect(read({ [field]: [] }).sent).toEqual({ [holding]: { items: [] } });
    expect(read({ [field]: [0, 0] }).sent).toEqual({ [holding]: { items: [] } });
    expect(read({ [field]: null })).toEqual({ sent: {}, skipped: {} });
    expect(read({})).toEqual({ sent: {}, skipped: {} });
  });

  it('leaves out and counts wrong values, and continues', () => {
    expect(read({ bank: [995, 1_000, 'x', 1, 4_151, 2, 1, -1] })).toEqual({
      sent: { bank: { items: two } },
      skipped: { item: 2 },
    });
    for (const bank of [[995], 'all', {}, 7]) {
      expect(read({ bank, quiver: [995, 1_000] })).toEqual({
        sent: { quiver: { items: two.slice(0, 1) } },
        skipped: { bank: 1 },
      });
    }
    // An empty bank would be wrong.
    expect(read({ bank: ['x', 1] })).toEqual({ sent: {}, skipped: { item: 1, bank: 1 } });
  });

  it.each([
    ['bank', 'bank', 2_000],
    ['shared_bank', 'shared-storage', 1_000],
    ['rune_pouch', 'rune-pouch', 10],
    ['collection_log_v2', 'collection-log', 4_000],
  ])('has a bound: %s', (field, holding, max) => {
    const list = Array.from({ length: max + 5 }, (_, id) => [id + 1, 1]).flat();
    const { sent, skipped } = read({ [field]: list });
    expect((sent[holding] as { items: unknown[] }).items).toHaveLength(max);
    expect(skipped).toEqual({ item: 5 });
  });
});

describe('a list in which each place means something else', () => {
  it('is kept whole when every place is right', () => {
    expect(read({ quests: [2, 1, 0], diary_vars: [-2_147_483_648, 0, 7] })).toEqual({
      sent: { quests: { states: [2, 1, 0] }, diaries: { variables: [-2_147_483_648, 0, 7] } },
      skipped: {},
    });
  });

  it('is left out whole when one place is wrong', () => {
    for (const quests of [[2, 3], [2, null], [], 'all', Array(1_001).fill(2)]) {
      expect(read({ quests })).toEqual({ sent: {}, skipped: { quests: 1 } });
    }
    for (const list of [[2 ** 31], [0.5], [], {}, Array(501).fill(1)]) {
      expect(read({ diary_vars: list })).toEqual({ sent: {}, skipped: { diaries: 1 } });
    }
  });
});

it('leaves out deposited items and the target of a fight, because neither is a state', () => {
  const interacting = { name: 'Goblin', scale: 30, ratio: 12, location: { x: 1, y: 2, plane: 0 } };
  expect(read({ deposited: [526, 5], interacting })).toEqual({ sent: {}, skipped: {} });
});
