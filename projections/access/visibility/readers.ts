import { LRUCache } from 'lru-cache';
import { onceFor } from '../../../shared/collections/once-for.ts';
import { type CategoryMask, categoriesOf } from '../../../shared/domain/category.ts';
import type { Directory } from '../directory/directory.ts';
import type { Account, ApiKey } from '../model/entities.ts';
import { sharingOf } from '../model/sharing.ts';
import type { Reader, Visibility } from './reader.ts';
import { type Membership, resolveVisibility, rightsText, type SharedEntries } from './visibility.ts';

/** Remembers recent results until the directory's members or accounts change. */
export interface Readers {
  readerOf(directory: Directory, key: ApiKey): Reader;
}

interface Resolved extends Membership {
  readonly visibility: Visibility;
}

/** The limit of accounts in all remembered results: 800 members who each see 500 accounts. */
const keptAccountsMax = 400_000;

/**
 * Keys with equal rights share one result. Members see few accounts differently, so results share
 * the entries of the other accounts.
 */
export function createReaders(): Readers {
  const kept = new LRUCache<string, Resolved>({ maxSize: keptAccountsMax });
  const rightsOf = onceFor(rightsText);
  let shared: { readonly membership: Membership; readonly entries: SharedEntriesCache } | null = null;

  function entriesOf(membership: Membership): SharedEntriesCache {
    if (shared === null || !isSame(shared.membership, membership)) {
      shared = { membership, entries: createSharedEntriesCache(membership) };
    }
    return shared.entries;
  }

  function visibilityOf({ members, accounts }: Membership, key: ApiKey): Visibility {
    const rights = rightsOf(key);
    const known = kept.get(rights);
    if (known !== undefined && isSame(known, { members, accounts })) return known.visibility;
    const sharedWith = entriesOf({ members, accounts }).sharedWith(key.memberId, key.categories);
    const visibility = resolveVisibility({ members, accounts }, key, sharedWith);
    kept.set(rights, { members, accounts, visibility }, { size: visibility.visible.size + 1 });
    return visibility;
  }

  return { readerOf: (directory, key) => ({ key, directory, ...visibilityOf(directory, key) }) };
}

/** A refresh of the directory keeps the same objects when members and accounts did not change. */
function isSame(one: Membership, other: Membership): boolean {
  return one.members === other.members && one.accounts === other.accounts;
}

interface SharedEntriesCache {
  /** @param memberId null for service keys */
  sharedWith(memberId: string | null, categories: CategoryMask): SharedEntries;
}

const nothing: ReadonlySet<string> = new Set();

function createSharedEntriesCache(from: Membership): SharedEntriesCache {
  const byCategories = new Map<CategoryMask, SharedEntries['visible']>();
  const differences = new Map<CategoryMask, ReadonlyMap<string, ReadonlySet<string>>>();

  /** At most 255 sets of categories exist, so the cache stays small. */
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
      const visible = visibleToAll(mask);
      if (memberId === null) return { visible, seenDifferently: nothing };
      const known = differences.get(mask);
      const byMember = known ?? seenDifferentlyByMember(from.accounts.values(), mask);
      if (known === undefined) differences.set(mask, byMember);
      return { visible, seenDifferently: byMember.get(memberId) ?? nothing };
    },
  };
}

/**
 * The accounts of which a member may see more than the whole guild, or that have another change
 * time for the member.
 */
function seenDifferentlyByMember(accounts: Iterable<Account>, mask: CategoryMask): Map<string, Set<string>> {
  const read = categoriesOf(mask);
  const byMember = new Map<string, Set<string>>();
  const add = (memberId: string, accountId: string) => {
    const known = byMember.get(memberId);
    if (known === undefined) byMember.set(memberId, new Set([accountId]));
    else known.add(accountId);
  };
  for (const account of accounts) {
    const { id, ownerId, changedAt } = account;
    for (const category of read) {
      const { audience, with: named, changedAt: sharedAt, changedFor = {} } = sharingOf(account, category);
      for (const memberId of Object.keys(changedFor)) add(memberId, id);
      // A change of sharing is no change for the owner.
      if (ownerId !== null && (audience !== 'guild' || sharedAt > changedAt)) add(ownerId, id);
      if (audience === 'selected') for (const memberId of named) add(memberId, id);
    }
  }
  return byMember;
}
