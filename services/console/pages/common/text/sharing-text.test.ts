import { expect, test } from 'vitest';
import { allCategories, categoriesWithDefault } from './category-name.ts';
import { guildSeesText } from './sharing-text.ts';

test('the text names what the guild sees and what it does not see', () => {
  expect(guildSeesText(allCategories)).toBe('The whole guild sees everything.');
  expect(guildSeesText(categoriesWithDefault, { isFuture: true })).toBe(
    'The whole guild will see everything except the bank.',
  );
  expect(guildSeesText([], { isFuture: true })).toBe(
    'The guild will see nothing. Everything is only for you.',
  );
  const most = categoriesWithDefault.filter((category) => category !== 'inventory');
  expect(guildSeesText(most)).toBe(
    'The whole guild sees: stats, events, activity, live location, location history, equipment. ' +
      'Only for you: inventory, bank.',
  );
  expect(guildSeesText([], { isSharedWithSome: true })).toBe(
    'The guild sees nothing. Everything is only for you and the members whom you named.',
  );
});
