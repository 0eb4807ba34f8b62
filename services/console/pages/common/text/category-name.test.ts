import { expect, test } from 'vitest';
import { categories } from '../../../../../shared/domain/category.ts';
import { allCategories, categoryNames } from './category-name.ts';

test('the pages list categories as the hub does', () => {
  expect(allCategories).toEqual(categories);
  expect(categoryNames(['stats', 'location_live'])).toBe('stats, live location');
  expect(categoryNames(categories)).toBe('everything');
});
