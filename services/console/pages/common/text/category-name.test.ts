import { expect, test } from 'vitest';
import { categories, shareableCategories } from '../../../../../shared/domain/category.ts';
import { allCategories, allShareable, categoryNames, sharedCategoryNames } from './category-name.ts';

test('the pages list categories as the hub does', () => {
  expect(allCategories).toEqual(categories);
  expect(categoryNames(['stats', 'location_live'])).toBe('stats, live location');
  expect(categoryNames(categories)).toBe('everything');
});

test('sharing without the bank is not called everything', () => {
  expect(allShareable).toEqual(shareableCategories);
  expect(sharedCategoryNames(allShareable)).toBe('everything');
  expect(sharedCategoryNames(categories)).toBe('everything except the bank');
  expect(sharedCategoryNames(['stats', 'bank'])).toBe('stats, bank');
});
