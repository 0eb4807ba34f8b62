import { type CategoryMask, categories } from '../../../shared/domain/category.ts';
import type { Account } from '../model/entities.ts';
import { type Membership, resolveVisibility, type SharedEntries } from './visibility.ts';

export interface SharedEntriesCache {
  /** @param memberId null for service keys */
  sharedWith(memberId: string | null, categories: CategoryMask): SharedEntries;
}

const nothing: ReadonlySet<string> = new Set();

export function createSharedEntriesCache(from: Membership): SharedEntriesCache {
  const byCategories = new Map<CategoryMask, SharedEntries['visible']>();
  let byMember: ReadonlyMap<string, ReadonlySet<string>> | undefined;

  /** At most 127 sets of categories exist, so the cache stays small. */
  function visibleToAll(mask: CategoryMask): SharedEntries['visible'] {
    const known = byCategories.get(mask);
    if (known !== undefined) return known;
    const rights = { kind: 'service', memberId: null, categories: mask, accountIds: null } as const;
    const { visible } = resolveVisibility(from, rights);
    byCategories.set(mask, visible);
    return visible;
  }

  return {
    sharedWith: (memberId, mask) => {
      byMember ??= seenDifferentlyByMember(from.accounts.values());
      const seenDifferently = memberId === null ? nothing : (byMember.get(memberId) ?? nothing);
      return { visible: visibleToAll(mask), seenDifferently };
    },
  };
}

/**
 * The accounts of which a member may see more than the whole guild, or that have another change
 * time for the member.
 */
function seenDifferentlyByMember(accounts: Iterable<Account>): Map<string, Set<string>> {
  const byMember = new Map<string, Set<string>>();
  const add = (memberId: string, accountId: string) => {
    const known = byMember.get(memberId);
    if (known === undefined) byMember.set(memberId, new Set([accountId]));
    else known.add(accountId);
  };
  for (const { id, ownerId, sharing, changedAt } of accounts) {
    for (const category of categories) {
      const { audience, with: named, changedAt: sharedAt, changedFor = {} } = sharing[category];
      for (const memberId of Object.keys(changedFor)) add(memberId, id);
      // A change of sharing is no change for the owner.
      if (ownerId !== null && (audience !== 'guild' || sharedAt > changedAt)) add(ownerId, id);
      if (audience === 'selected') for (const memberId of named) add(memberId, id);
    }
  }
  return byMember;
}
