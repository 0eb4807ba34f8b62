import { expect, test } from 'vitest';
import type { Facts } from '../../facts/facts.ts';
import { withoutHoldingsOfOthers } from './holdings-of-owner.ts';

const bank = { items: [{ id: 995, quantity: 1 }] };
const facts = { at: 0, holdings: { bank, 'shared-storage': bank } } as unknown as Facts;
const left = (ownerId: string | null) => {
  const { facts: kept, leftOut } = withoutHoldingsOfOthers(facts, { ownerId, memberId: 'quill' });
  return [Object.keys(kept.holdings), leftOut];
};

test('only the owner reports holdings of an account; without an owner, every reporter does', () => {
  expect(left('quill')).toEqual([['bank', 'shared-storage'], 0]);
  expect(left(null)).toEqual([['bank', 'shared-storage'], 0]);
  expect(left('bram')).toEqual([['shared-storage'], 1]);
});
