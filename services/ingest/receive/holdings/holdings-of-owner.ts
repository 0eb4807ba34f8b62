import { type Facts, holdingEntries } from '../../facts/facts.ts';

/**
 * A holding has one value, so while an account has an owner, only the owner's value counts. A
 * shared storage belongs to the member who reports it.
 * @returns the facts, and the number of holdings that were left out
 */
export function withoutHoldingsOfOthers<SentFacts extends Pick<Facts, 'holdings'>>(
  facts: SentFacts,
  { ownerId, memberId }: { readonly ownerId: string | null; readonly memberId: string },
): { readonly facts: SentFacts; readonly leftOut: number } {
  if (ownerId === null || ownerId === memberId) return { facts, leftOut: 0 };
  const own = holdingEntries(facts.holdings).filter(([name]) => name === 'shared-storage');
  const leftOut = holdingEntries(facts.holdings).length - own.length;
  return leftOut === 0
    ? { facts, leftOut }
    : { facts: { ...facts, holdings: Object.fromEntries(own) }, leftOut };
}
