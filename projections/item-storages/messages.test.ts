import { expect, test } from 'vitest';
import { eventsOfFixture } from '../../test/support/events-of-fixture.ts';
import { itemStoragesProjection } from './projection.ts';

async function reportedBy(fixture: string) {
  const { handles, initial, keyOf, evolve } = itemStoragesProjection;
  const events = await eventsOfFixture(fixture);
  const handled = events.filter(({ type }) => handles.includes(type as (typeof handles)[number]));
  return Object.fromEntries(
    handled.map((event) => {
      const storage = event as unknown as Parameters<typeof evolve>[1];
      const key = keyOf(storage);
      return [key.split('/')[1], evolve(initial(key), storage).reported?.items];
    }),
  );
}

const bank = [995, 18_402_211, 4_151, 1, 385, 1_204, 391, 642, 12_934, 48_210, 560, 31_250, 565, 22_018];

test.each([
  [
    'gim-update-bank',
    {
      bank: [...bank, 1_513, 880],
      seed_vault: [5_295, 61, 5_300, 44],
      potion_storage: [113, 412, 2_428, 88],
    },
  ],
  ['gim-update-shared-bank', { shared_storage: [385, 2, 1_333, 1, 995, 2_500_000] }],
  ['rseye-bank-update', { bank: [995, 1_000, 4_151, 2] }],
  // These messages tell of moved items only, and not of a whole storage.
  ['gim-update-deposit-box', {}],
  ['dink-group-storage', {}],
])('%s reports the storages %o', async (fixture, expected) => {
  expect(await reportedBy(fixture)).toEqual(expected);
});
