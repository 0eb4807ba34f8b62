import { expect, test } from 'vitest';
import { categories, defaultCategories } from '../../../../../shared/domain/category.ts';
import { allCategories, categoriesWithDefault, categoryNames } from './category-name.ts';

test('the pages list categories as the hub does', () => {
  expect(allCategories).toEqual(categories);
  expect(categoryNames(['stats', 'location_live'])).toBe('stats, live location');
  expect(categoriesWithDefault).toEqual(defaultCategories);
});

test('sharing without the bank is not called everything', () => {
  expect(categoryNames(allCategories)).toBe('everything');
  expect(categoryNames(categoriesWithDefault)).toBe('everything except the bank');
  expect(categoryNames(['stats', 'bank'])).toBe('stats, bank');
});
