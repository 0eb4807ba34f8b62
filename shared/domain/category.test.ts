import { describe, expect, it } from 'vitest';
import { categories, categoriesOf, hasCategory, maskOf } from './category.ts';

describe('a category mask', () => {
  it('gives its categories back in the fixed order', () => {
    expect(categoriesOf(maskOf(['inventory', 'stats']))).toEqual(['stats', 'inventory']);
    expect(categoriesOf(maskOf(categories))).toEqual([...categories]);
    expect(categoriesOf(0)).toEqual([]);
  });

  it('has exactly the categories from which it was created', () => {
    const mask = maskOf(['events']);
    expect(categories.filter((category) => hasCategory(mask, category))).toEqual(['events']);
  });
});
