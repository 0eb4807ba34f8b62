import { expect, test } from 'vitest';
import { accountName } from './account-name.ts';

test('an account without a name says so, and shows the end of its id so that readers can tell it apart', () => {
  expect(accountName({ id: 'aB3xYz91kQw1', name: 'Quillon Fen' })).toBe('Quillon Fen');
  expect(accountName({ id: 'aB3xYz91kQw1', name: null })).toBe('Account without a name yet (…kQw1)');
});
