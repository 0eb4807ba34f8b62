import { expect, test } from 'vitest';
import { diaryAreasOf } from '../../../projections/account-achievements/queries/diary-areas.ts';
import { diaryByPlace } from '../game/achievements.ts';
import { createRandom } from '../random.ts';
import { createCharacter } from './character.ts';
import { diaryTierAt, diaryVariablesAt, listProgress } from './list-progress.ts';

const steps = Array.from({ length: 21 }, (_, step) => step / 20);
const regions = [...new Set(Object.values(diaryByPlace))];

test('the tier of a diary event has finished tasks in the list, then and later', () => {
  for (const region of regions) {
    for (const [index, progress] of steps.entries()) {
      const tier = diaryTierAt(progress, region);
      for (const later of steps.slice(index)) {
        const area = diaryAreasOf(diaryVariablesAt(later))?.find((each) => each.area === region);
        const found = area?.tiers.find((each) => each.tier === tier);
        expect(tier === null || (found?.completed ?? 0) > 0, `${region} at ${progress}`).toBe(true);
      }
    }
    expect(diaryTierAt(1, region)).toBe('elite');
    expect(diaryTierAt(0, region)).not.toBe('elite');
  }
});

test('lists of a player follow the total level', () => {
  const [newcomer = 0, veteran = 0] = [0, 1].map((experience) =>
    listProgress(createCharacter(createRandom('lists'), experience).xp),
  );
  expect(newcomer).toBeLessThan(0.35);
  expect(veteran).toBeGreaterThan(0.85);
});
